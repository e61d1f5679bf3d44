// Diagnostics: what Lathe tells about a program. Rows live in diagnostics.def; renderers turn a sink's content into
// text, JSON lines, SARIF or GitHub annotations.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/source.h"

namespace lathe {

enum class Severity { kError, kWarning };

// One enumerator per row of diagnostics.def: kSyntaxError, kUndefinedInBranch, …
enum class DiagnosticKind : uint16_t {
#define DIAGNOSTIC(id, name, severity, summary) id,
#include "support/diagnostics.def"
#undef DIAGNOSTIC
};

std::string_view NameOf(DiagnosticKind);       // "undefined-in-branch"
std::string_view SummaryOf(DiagnosticKind);    // one line, for lists
Severity DefaultSeverity(DiagnosticKind);
std::optional<DiagnosticKind> FindDiagnostic(std::string_view name);
size_t DiagnosticCount();

struct Label {
  Span span;
  std::string text;
};
struct Note {
  std::string text;
  Span span;  // may be invalid: then the note has no place
};
struct Edit {
  Span span;
  std::string replacement;
};
struct Fix {
  std::string message;
  bool safe = false;
  std::vector<Edit> edits;
};
// A call on the way to the place of the error, innermost first.
struct CallFrame {
  std::string function;
  Span span;
};

struct Diagnostic {
  DiagnosticKind kind;
  std::string message;
  Span span;          // primary
  std::string label;  // text under the primary span, may be empty
  std::vector<Label> labels;
  std::vector<Note> notes;
  std::vector<std::string> help;
  std::vector<Fix> fixes;
  std::vector<CallFrame> trace;
  Severity severity = Severity::kError;  // set by the sink from the row
  bool as_error = false;                 // more severe here than its row says
};

// Collects diagnostics. Keeps one of several equal ones (same kind, same primary span).
class DiagnosticSink {
 public:
  void Report(Diagnostic diagnostic);
  bool has_errors() const { return errors_ > 0; }
  size_t error_count() const { return errors_; }
  // Sorted by file and position; stable.
  std::vector<Diagnostic> Sorted() const;
  const std::vector<Diagnostic>& all() const { return diagnostics_; }
  // For speculative work: drop everything reported after `mark()`.
  size_t mark() const { return diagnostics_.size(); }
  void Rewind(size_t mark);
  // Takes out everything reported after `mark`.
  std::vector<Diagnostic> TakeFrom(size_t mark);

 private:
  std::vector<Diagnostic> diagnostics_;
  size_t errors_ = 0;
};

}  // namespace lathe
