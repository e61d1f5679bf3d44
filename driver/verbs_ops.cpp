// lathe ops: which names of TensorFlow (and numpy, math, …) are implemented.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <set>

#include "driver/pipeline.h"
#include "driver/verbs.h"
#include "staging/builtin.h"

namespace lathe::driver {

namespace {

void CollectNames(const std::string& prefix, std::vector<const staging::BuiltinRow*>& rows, std::vector<std::string>& names) {
  for (std::string_view member : staging::MembersOf(prefix)) {
    std::string name = prefix + "." + std::string(member);
    if (const staging::BuiltinRow* row = staging::FindBuiltin(name)) {
      rows.push_back(row);
      names.push_back(name);
    }
    if (staging::IsNamespace(name)) CollectNames(name, rows, names);
  }
}

std::string_view KindWord(staging::BuiltinRow::Kind kind) {
  switch (kind) {
    case staging::BuiltinRow::Kind::kFunction: return "function";
    case staging::BuiltinRow::Kind::kClass: return "class";
    case staging::BuiltinRow::Kind::kConstant: return "constant";
    case staging::BuiltinRow::Kind::kProperty: return "property";
  }
  return "";
}

bool Wanted(const std::string& name, const std::vector<std::string>& words) {
  if (words.empty()) return true;
  return std::any_of(words.begin(), words.end(), [&](const std::string& w) { return name.find(w) != std::string::npos; });
}

// "tf.linalg.matmul" for the attribute chain; empty when it does not start at a name.
std::string DottedPath(const ast::Ast& ast, ast::ExprId id) {
  std::string path;
  for (;;) {
    if (auto* name = std::get_if<ast::NameExpr>(&ast[id].data)) return std::string(ast.names().text(name->name)) + path;
    auto* attribute = std::get_if<ast::AttributeExpr>(&ast[id].data);
    if (!attribute) return "";
    path = "." + std::string(ast.names().text(attribute->attr)) + path;
    id = attribute->value;
  }
}

// A prefix of the path is implemented (what follows are attributes of a value).
bool IsImplemented(const std::string& path) {
  for (size_t dot = path.find('.'); dot != std::string::npos;) {
    dot = path.find('.', dot + 1);
    if (staging::FindBuiltin(path.substr(0, dot))) return true;
  }
  return staging::IsNamespace(path);
}

int ListMissing(Session& session) {
  std::set<std::string> missing;
  for (const std::string& file : session.options().files) {
    Result<Source> source = Load(session, file);
    if (!source) return session.Fail(source.error());
    ast::Ast ast = ParseSource(session, source.value());
    if (session.sink.has_errors()) break;
    std::set<uint32_t> inner;  // chains that are part of a longer one
    for (uint32_t i = 0; i < ast.expr_count(); ++i) {
      if (auto* attribute = std::get_if<ast::AttributeExpr>(&ast[ast::ExprId{i}].data)) inner.insert(attribute->value.index);
    }
    for (uint32_t i = 0; i < ast.expr_count(); ++i) {
      if (!std::holds_alternative<ast::AttributeExpr>(ast[ast::ExprId{i}].data) || inner.count(i)) continue;
      std::string path = DottedPath(ast, {i});
      if (path.starts_with("tf.") && !IsImplemented(path)) missing.insert(path);
    }
  }
  if (session.ShowDiagnostics()) return kExitProgram;
  for (const std::string& name : missing) fmt::print("{}\n", name);
  return missing.empty() ? kExitFine : kExitProgram;
}

}  // namespace

int ListOps(Session& session) {
  const Options& o = session.options();
  if (o.missing) return ListMissing(session);
  std::vector<const staging::BuiltinRow*> rows;
  std::vector<std::string> names;
  for (const char* module : {"tf", "np", "math"}) CollectNames(module, rows, names);
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (size_t i = 0; i < rows.size(); ++i) {
    if (!Wanted(names[i], o.files)) continue;
    if (o.json) {
      all.push_back({{"name", names[i]}, {"kind", std::string(KindWord(rows[i]->kind))}, {"signature", std::string(rows[i]->signature)}});
    } else {
      bool call = rows[i]->kind == staging::BuiltinRow::Kind::kFunction || rows[i]->kind == staging::BuiltinRow::Kind::kClass;
      fmt::print("{}{}\n", names[i], call ? fmt::format("({})", rows[i]->signature) : "");
    }
  }
  if (o.json) fmt::print("{}\n", all.dump(1));
  return kExitFine;
}

}  // namespace lathe::driver
