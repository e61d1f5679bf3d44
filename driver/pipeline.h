// The phases in order, as the verbs need them: text -> Ast -> rewritten Ast -> IR -> optimised IR.
#pragma once
#include <optional>
#include <string>

#include "driver/session.h"
#include "frontend/ast.h"
#include "ir/ir.h"

namespace lathe::driver {

// A program in memory.
struct Source {
  std::string path;  // as the user named it
  FileId file;
  bool extensions = false;  // --extensions, or a comment `# lathe: extensions` in the first lines
};

enum class Form { kTraced, kOptimized };

// Reads the file into the session.
Result<Source> Load(Session& session, const std::string& path);
// Parses; problems go to the session's sink. The Ast holds what could be parsed.
ast::Ast ParseSource(Session& session, const Source& source);
// Rewrites control flow (autograph/) in place; problems go to the sink.
void RewriteSource(Session& session, const Source& source, ast::Ast& ast);
// The Ast as valid Python.
std::string PrintAst(const ast::Ast& ast);
// Rewrites and stages a parsed program and, for kOptimized, runs the passes; nullopt when there are errors in the sink.
std::optional<ir::Module> MakeModule(Session& session, const Source& source, ast::Ast& ast, Form form);
// The program with what staging decided written out (code/); nullopt when there are errors in the sink.
std::optional<std::string> MakeCode(Session& session, const Source& source);
// All of it.
std::optional<ir::Module> MakeModule(Session& session, const Source& source, Form form);

}  // namespace lathe::driver
