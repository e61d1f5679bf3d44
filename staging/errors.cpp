// Raising Python exceptions and reporting diagnostics from the abstract interpreter.
#include "staging/fixes.h"
#include "staging/interp.h"

namespace lathe::staging {

std::vector<CallFrame> Interp::CallChain() const {
  std::vector<CallFrame> chain;
  for (size_t i = activations.size(); i-- > 1;) chain.push_back({activations[i].function, activations[i].call_span});
  return chain;
}

void Interp::Raise(Diagnostic diagnostic, std::string_view type) {
  if (!diagnostic.span.valid()) diagnostic.span = span;
  if (diagnostic.trace.empty()) diagnostic.trace = CallChain();
  MoveToProgram(diagnostic);
  AttachFixes(*this, diagnostic);
  throw PyError{MakeException(type, diagnostic.message), std::move(diagnostic)};
}

void Interp::Raise(DiagnosticKind kind, std::string_view type, std::string message, Span where) {
  Diagnostic d{kind, std::move(message), where};
  Raise(std::move(d), type);
}

void Interp::Fail(Diagnostic diagnostic) {
  if (!diagnostic.span.valid()) diagnostic.span = span;
  if (diagnostic.trace.empty()) diagnostic.trace = CallChain();
  MoveToProgram(diagnostic);
  sink.Report(std::move(diagnostic));
  throw Abandoned{};
}

void Interp::Fail(DiagnosticKind kind, std::string message, Span where) {
  Fail(Diagnostic{kind, std::move(message), where});
}

void Interp::Warn(Diagnostic diagnostic) {
  if (!diagnostic.span.valid()) diagnostic.span = span;
  if (diagnostic.trace.empty()) diagnostic.trace = CallChain();
  MoveToProgram(diagnostic);
  sink.Report(std::move(diagnostic));
}

void Interp::Warn(DiagnosticKind kind, std::string message, Span where) {
  Warn(Diagnostic{kind, std::move(message), where});
}

void Interp::Step(int64_t steps) {
  steps_ += steps;
  if (steps_ > options.max_steps) {
    // What follows gets a fresh budget, so that only what is too expensive itself is reported; but not for ever.
    steps_ = ++limit_failures_ < 3 ? 0 : options.max_steps;
    Fail(DiagnosticKind::kCompileTimeLimit,
         "evaluating this at compile time takes more than " + std::to_string(options.max_steps) + " steps");
  }
}

Value Interp::MakeException(std::string_view type, std::string message) {
  InstanceObject instance;
  instance.cls = ExceptionClass(type);
  instance.payload = std::make_shared<const Value>(Value::MakeTuple({Value::String(std::move(message))}));
  return heap.New(std::move(instance));
}

namespace {

struct ExceptionRow { std::string_view name, base; };
// Python's hierarchy, and TensorFlow's errors (tf.errors.NAME).
constexpr ExceptionRow kExceptions[] = {
    {"BaseException", ""},
    {"Exception", "BaseException"},
    {"SystemExit", "BaseException"},
    {"KeyboardInterrupt", "BaseException"},
    {"GeneratorExit", "BaseException"},
    {"ArithmeticError", "Exception"},
    {"ZeroDivisionError", "ArithmeticError"},
    {"OverflowError", "ArithmeticError"},
    {"FloatingPointError", "ArithmeticError"},
    {"AssertionError", "Exception"},
    {"AttributeError", "Exception"},
    {"BufferError", "Exception"},
    {"EOFError", "Exception"},
    {"ImportError", "Exception"},
    {"ModuleNotFoundError", "ImportError"},
    {"LookupError", "Exception"},
    {"IndexError", "LookupError"},
    {"KeyError", "LookupError"},
    {"MemoryError", "Exception"},
    {"NameError", "Exception"},
    {"UnboundLocalError", "NameError"},
    {"OSError", "Exception"},
    {"FileNotFoundError", "OSError"},
    {"FileExistsError", "OSError"},
    {"IsADirectoryError", "OSError"},
    {"NotADirectoryError", "OSError"},
    {"PermissionError", "OSError"},
    {"RuntimeError", "Exception"},
    {"NotImplementedError", "RuntimeError"},
    {"RecursionError", "RuntimeError"},
    {"StopIteration", "Exception"},
    {"StopAsyncIteration", "Exception"},
    {"SyntaxError", "Exception"},
    {"TypeError", "Exception"},
    {"ValueError", "Exception"},
    {"UnicodeError", "ValueError"},
    {"UnicodeDecodeError", "UnicodeError"},
    {"UnicodeEncodeError", "UnicodeError"},
    {"Warning", "Exception"},
    {"UserWarning", "Warning"},
    {"DeprecationWarning", "Warning"},
    {"RuntimeWarning", "Warning"},
    {"FutureWarning", "Warning"},
    {"OpError", "Exception"},
    {"InvalidArgumentError", "OpError"},
    {"NotFoundError", "OpError"},
    {"OutOfRangeError", "OpError"},
    {"FailedPreconditionError", "OpError"},
    {"InternalError", "OpError"},
    {"UnimplementedError", "OpError"},
    {"AlreadyExistsError", "OpError"},
    {"ResourceExhaustedError", "OpError"},
    {"AbortedError", "OpError"},
    {"CancelledError", "OpError"},
    {"DataLossError", "OpError"},
    {"DeadlineExceededError", "OpError"},
    {"PermissionDeniedError", "OpError"},
    {"UnauthenticatedError", "OpError"},
    {"UnavailableError", "OpError"},
    {"UnknownError", "OpError"},
    {"OperatorNotAllowedInGraphError", "TypeError"},
    {"InaccessibleTensorError", "ValueError"},
};

}  // namespace

bool IsExceptionName(std::string_view name) {
  for (const ExceptionRow& row : kExceptions)
    if (row.name == name) return true;
  return false;
}

// All exception classes: Python's, TensorFlow's and the program's own so far.
std::vector<Ref> Interp::ExceptionClasses() {
  std::vector<Ref> classes;
  for (const ExceptionRow& row : kExceptions) classes.push_back(ExceptionClass(row.name));
  Ref base = ExceptionClass("BaseException");
  size_t size = heap.size();
  for (uint32_t i = 0; i < size; i++) {
    auto* cls = heap.as<ClassObject>(Ref{i});
    if (cls && cls->span.valid() && IsSubclass(Ref{i}, base)) classes.push_back(Ref{i});
  }
  return classes;
}

Ref Interp::ExceptionClass(std::string_view name) {
  if (auto it = exception_classes_.find(std::string(name)); it != exception_classes_.end()) return it->second;
  ClassObject cls;
  cls.name = std::string(name);
  for (const ExceptionRow& row : kExceptions)
    if (row.name == name && !row.base.empty()) cls.bases = {ExceptionClass(row.base)};
  if (cls.bases.empty() && name != "BaseException") cls.bases = {ExceptionClass("Exception")};
  Ref ref = heap.New(std::move(cls));
  exception_classes_[std::string(name)] = ref;
  return ref;
}

}  // namespace lathe::staging
