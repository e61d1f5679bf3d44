// Entry of the printer: the whole program or one function, as lines; with the original beside them for --diff.
#include "code/print_code.h"

#include <algorithm>

#include "code/printer.h"
#include "frontend/ast_visit.h"

namespace lathe::code {

using ast::StmtId;

Printer::Printer(const ast::Ast& original, const ast::Ast& lowered, const staging::StagingRecord& record, const SourceManager& sources,
                 const CodeOptions& options)
    : original_(original), lowered_(lowered), sources_(sources), options_(options), decisions_(lowered, record), pool_(original),
      liveness_(AnalyzeLiveness(lowered)), record_(record), source_(sources.text(original.file)) {
  for (uint32_t i = 0; i < original.expr_count(); ++i) {
    const ast::Expr& e = original[ast::ExprId{i}];
    bool string = std::holds_alternative<ast::StringLiteral>(e.data) || std::holds_alternative<ast::JoinedStr>(e.data) || std::holds_alternative<ast::BytesLiteral>(e.data);
    if (string && sources.Text(e.span).find('\n') != std::string_view::npos) long_strings_.push_back(e.span);
  }
  for (uint32_t i = 0; i < original.stmt_count(); ++i) {
    auto* import = std::get_if<ast::ImportStmt>(&original[StmtId{i}].data);
    if (!import) continue;
    for (const ast::ImportAlias& a : import->names)
      if (a.name == "tensorflow") tensorflow_.insert(a.asname ? std::string(original.names().text(*a.asname)) : a.name);
  }
}

namespace {

StmtId FindFunction(const ast::Ast& ast, const ast::Block& block, std::string_view name) {
  for (StmtId id : block) {
    const ast::Stmt& s = ast[id];
    if (auto* f = std::get_if<ast::FunctionDef>(&s.data); f && ast.names().text(f->name) == name) return id;
    struct Visit {
      const ast::Ast& ast;
      std::string_view name;
      StmtId found;
      void operator()(ast::ExprId) {}
      void operator()(StmtId child) { if (!found) found = FindFunction(ast, {child}, name); }
      void operator()(ast::PatternId) {}
    } visit{ast, name, {}};
    ast::ForEachChild(s.data, visit);
    if (visit.found) return visit.found;
  }
  return {};
}

}  // namespace

std::vector<Line> Printer::Run() {
  function_.tree = &original_;
  if (options_.function.empty()) {
    EmitBlock(original_.body);
    if (!source_.empty()) EmitComments(uint32_t(source_.size()));
  } else if (StmtId id = FindFunction(original_, original_.body, options_.function)) {
    cursor_ = StartOf(id);
    first_in_block_ = true;
    EmitStatement(id, false);
  }
  // One line each.
  std::vector<Line> lines;
  for (const Line& l : lines_) {
    size_t at = 0;
    uint32_t number = l.source;
    while (true) {
      size_t end = l.text.find('\n', at);
      lines.push_back({l.text.substr(at, end == std::string::npos ? std::string::npos : end - at), number});
      if (end == std::string::npos) break;
      at = end + 1;
    }
  }
  return lines;
}

namespace {

size_t Width(std::string_view text) {
  return size_t(std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

// The original on the left, each printed line beside the line it stands for.
std::string SideBySide(const std::vector<Line>& lines, const SourceManager& sources, FileId file) {
  uint32_t count = sources.LineCount(file), next = 1;
  size_t width = 0;
  for (uint32_t i = 1; i <= count; ++i) width = std::max(width, std::min<size_t>(Width(sources.LineText(file, i)), 78));
  std::string out;
  auto row = [&](std::string_view left, std::string_view right) {
    bool same = left == right;
    out += std::string(left) + std::string(width > Width(left) ? width - Width(left) : 0, ' ') + (same ? "   " : " | ") + std::string(right);
    while (!out.empty() && out.back() == ' ') out.pop_back();
    out += '\n';
  };
  for (const Line& l : lines) {
    bool ahead = l.source >= next;
    while (ahead && next < l.source) row(sources.LineText(file, next++), "");
    if (ahead) row(sources.LineText(file, next++), l.text);
    else if (l.text.empty() && next <= count && sources.LineText(file, next).empty()) row(sources.LineText(file, next++), "");
    else row("", l.text);
  }
  while (next <= count) row(sources.LineText(file, next++), "");
  return out;
}

}  // namespace

std::string PrintCode(const ast::Ast& original, const ast::Ast& lowered, const staging::StagingRecord& record,
                      const SourceManager& sources, const CodeOptions& options) {
  std::vector<Line> lines = Printer(original, lowered, record, sources, options).Run();
  while (!lines.empty() && lines.back().text.empty()) lines.pop_back();
  if (lines.empty()) return {};
  if (options.diff) return SideBySide(lines, sources, original.file);
  std::string out;
  for (const Line& l : lines) out += l.text + "\n";
  return out;
}

}  // namespace lathe::code
