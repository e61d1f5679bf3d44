// Result<T>: a value, or an Error of the environment (a file, the linker, a device) that maps to a diagnostic.
#pragma once
#include <optional>
#include <string>
#include <utility>

namespace lathe {

// `name` is a row of diagnostics.def ("file-not-found", "cannot-write", "linker-failed", …).
struct Error {
  std::string name;
  std::string message;
};

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}
  Result(Error error) : error_(std::move(error)) {}
  bool ok() const { return value_.has_value(); }
  explicit operator bool() const { return ok(); }
  T& value() { return *value_; }
  const T& value() const { return *value_; }
  T take() { return std::move(*value_); }
  const Error& error() const { return error_; }

 private:
  std::optional<T> value_;
  Error error_;
};

struct Ok {};
using Status = Result<Ok>;

}  // namespace lathe
