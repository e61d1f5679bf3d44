// Text -> Ast. Syntax errors go to the sink (several per file); the Ast holds the statements that parsed.
#pragma once
#include "frontend/ast.h"
#include "support/diagnostics.h"

namespace lathe {

// Parses the file. Includes the checks that CPython's parser, symbol table and compiler make (syntax-error,
// indentation-error, invalid-target, duplicate-argument, misplaced-statement, unsupported-syntax, …).
ast::Ast Parse(FileId file, const SourceManager& sources, Interner& names, DiagnosticSink& sink);
// The same, without those checks, into an Ast that has nodes already: its `file` and `body` become those of the parsed file.
void ParseInto(ast::Ast& ast, FileId file, const SourceManager& sources, DiagnosticSink& sink);

}  // namespace lathe
