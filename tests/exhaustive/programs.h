// The programs of the exhaustive test: one to three nested statements (if, while, for over range, for over tf.range) with
// pass, assignment, break, continue or return in the places around and in them. A program is a number.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace lathe::exhaustive {

enum class Construct : uint8_t { kIf, kWhile, kForRange, kForTensor };
enum class Slot : uint8_t { kPass, kAssign, kBreak, kContinue, kReturn };

struct Level {
  Construct construct = Construct::kIf;
  Slot before = Slot::kPass, after = Slot::kPass;  // around the next level; the innermost level has `before` only
  Slot orelse = Slot::kPass;                       // of an `if`; kPass: no `else`
};

struct Program {
  std::vector<Level> levels;
  bool second_variable = false;  // assignments also give `y` a value, which has none before and is read at the end
  bool has_python_range() const;
};

// All legal programs, in a fixed order.
std::vector<Program> AllPrograms();

struct Input {
  int32_t x, n, m;  // m: Python's int for range()
};
inline constexpr Input kInputs[] = {{5, 0, 0}, {4, 1, 1}, {7, 3, 3}};

// The text; calls f with each input.
std::string TextOf(const Program& program);

}  // namespace lathe::exhaustive
