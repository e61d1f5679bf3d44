// Loads files of the library and gives diagnostics of library code the program's places.
//
// Input: the texts of library/, a public name. Output: the value that the file binds. Method: the file is parsed into the
// program's Ast (its nodes follow the program's), rewritten and resolved like a program, and run in a scope of its own as
// eager code, wherever the program was; its functions are never converted by AutoGraph, like Keras's own.
#include "staging/library.h"

#include "autograph/lower.h"
#include "frontend/parse.h"
#include "frontend/scopes.h"
#include "staging/builtin_tables.h"
#include "support/check.h"

namespace lathe::staging {

Ref Interp::LibraryModule(std::string_view file) {
  if (auto it = library_modules_.find(file); it != library_modules_.end()) return it->second;
  auto text = LibraryText(file);
  LATHE_CHECK(text.has_value(), "no library file " + std::string(file));
  FileId id = sources.Add("library/" + std::string(file) + ".dsl", std::string(*text));
  ast::Block program = std::move(ast.body);
  size_t errors = sink.error_count();
  ParseInto(ast, id, sources, sink);
  LowerJumps(ast, sink);
  library_scopes_.push_back(ResolveNames(ast, sources, sink));
  ast::Block body = std::move(ast.body);
  ast.body = std::move(program);
  ast.file = program_file_;
  LATHE_CHECK(sink.error_count() == errors, "library file " + std::string(file) + " has errors");

  ScopeObject scope;
  scope.info = &library_scopes_.back().module();
  Activation activation;
  activation.function = "<module>";
  activation.call_span = UserSpan(span);
  activation.scope = heap.New(std::move(scope));
  activation.converted = false;
  Ref module_of_file = activation.scope;
  library_modules_.emplace(file, module_of_file);
  Span outer_span = span, outer_write = heap.write_span;
  Ref outer_class = class_being_defined_;
  auto outer_order = std::move(class_order_);
  class_being_defined_ = {};
  class_order_.clear();
  InEagerCode([&] {
    activations.push_back(std::move(activation));
    Execute(body);
    activations.pop_back();
  });
  class_being_defined_ = outer_class;
  class_order_ = std::move(outer_order);
  span = outer_span;
  heap.write_span = outer_write;
  return module_of_file;
}

bool Interp::IsLibraryState(Ref object) const {
  auto* instance = heap.as<InstanceObject>(object);
  return instance && IsLibrary(heap.as<ClassObject>(instance->cls)->span);
}

Span Interp::CallOfLibrary() const {
  for (size_t i = activations.size(); i-- > 1;)
    if (activations[i].call_span.valid() && !IsLibrary(activations[i].call_span)) return activations[i].call_span;
  return {};
}

void Interp::MoveToProgram(Diagnostic& d) const {
  bool moved = IsLibrary(d.span);
  if (moved) {
    d.span = CallOfLibrary();
    d.fixes.clear();
  }
  std::erase_if(d.labels, [&](const Label& label) { return IsLibrary(label.span); });
  std::erase_if(d.notes, [&](const Note& note) { return IsLibrary(note.span); });
  bool through_library = false;
  for (const CallFrame& frame : d.trace) through_library |= IsLibrary(frame.span);
  if (!through_library && !moved) return;
  // A function of the program that library code called was called, as far as the program can see, where the library was.
  std::vector<CallFrame> frames;
  std::string called;
  for (CallFrame& frame : d.trace) {
    if (IsLibrary(frame.span)) {
      if (called.empty()) called = frame.function;
      continue;
    }
    if (!moved || frame.span != d.span)
      frames.push_back({called.empty() ? frame.function : called, frame.span});
    called.clear();
  }
  d.trace = std::move(frames);
}

Value LibraryValue(Interp& in, std::string_view file, std::string_view name) {
  Ref scope = in.LibraryModule(file);
  const auto& variables = in.heap.as<ScopeObject>(scope)->variables;
  auto it = variables.find(in.Intern(name).index);
  LATHE_CHECK(it != variables.end(), "library file " + std::string(file) + " does not define " + std::string(name));
  return it->second;
}

namespace {

constexpr BuiltinRow kRows[] = {
#define LATHE_LIBRARY_NAME(public_name, file, name) \
  {public_name, "", [](Bound& b) { return LibraryValue(b.in, file, name); }, BuiltinRow::Kind::kConstant},
#include "library/names.def"
#undef LATHE_LIBRARY_NAME
};

}  // namespace

std::span<const BuiltinRow> LibraryRows() { return kRows; }

}  // namespace lathe::staging
