// Definitions: which form of the Ast a function is printed from, and one version for each way its traces went.
#include <algorithm>

#include "code/printer.h"
#include "frontend/ast_visit.h"

namespace lathe::code {

using ast::Block;
using ast::ExprId;
using ast::StmtId;

namespace {
constexpr uint32_t kShownTraces = 3;

// "(2, None)" -> "[2, None]".
std::string Brackets(std::string shape) {
  if (shape.size() < 2 || shape[0] != '(') return shape;
  shape = "[" + shape.substr(1, shape.size() - 2) + "]";
  if (shape.ends_with(",]")) shape.erase(shape.size() - 2, 1);
  return shape;
}
}

void Printer::CollectDeclared(const Block& block, Function& f) const {
  for (StmtId id : block) {
    const ast::Stmt& s = original_[id];
    if (auto* g = std::get_if<ast::GlobalStmt>(&s.data)) for (Name n : g->names) f.globals.insert(std::string(original_.names().text(n)));
    if (auto* g = std::get_if<ast::NonlocalStmt>(&s.data)) for (Name n : g->names) f.nonlocals.insert(std::string(original_.names().text(n)));
    if (std::holds_alternative<ast::FunctionDef>(s.data) || std::holds_alternative<ast::ClassDef>(s.data)) continue;
    struct Visit {
      const Printer& p;
      Function& f;
      void operator()(ExprId) {}
      void operator()(StmtId child) { p.CollectDeclared({child}, f); }
      void operator()(ast::PatternId) {}
    } visit{*this, f};
    ast::ForEachChild(s.data, visit);
  }
}

void Printer::EnterFunction(StmtId id, const ast::FunctionDef& f, const Calls& calls) {
  function_ = Function{};
  function_.def = id;
  function_.calls = calls;
  CollectDeclared(std::get<ast::FunctionDef>(original_[id].data).body, function_);
  if (!f.args.posonly.empty()) function_.self = NameText(f.args.posonly[0].name);
  else if (!f.args.args.empty()) function_.self = NameText(f.args.args[0].name);
}

// Whether a jump crosses a construct of the graph: `break` and `continue` up to their loop, `return` up to the function.
bool Printer::NeedsLowering(const Block& block, const Calls& calls, bool in_graph, bool loop_in_graph) const {
  for (StmtId id : block) {
    const ast::Stmt& s = original_[id];
    if (std::holds_alternative<ast::ReturnStmt>(s.data) && in_graph) return true;
    if ((std::holds_alternative<ast::BreakStmt>(s.data) || std::holds_alternative<ast::ContinueStmt>(s.data)) && loop_in_graph) return true;
    if (std::holds_alternative<ast::FunctionDef>(s.data) || std::holds_alternative<ast::ClassDef>(s.data)) continue;
    Form form = decisions_.Of(id, calls).form;
    bool graph = form == Form::kGraph || form == Form::kMixed;
    bool loop = std::holds_alternative<ast::ForStmt>(s.data) || std::holds_alternative<ast::WhileStmt>(s.data);
    struct Visit {
      const Printer& p;
      const Calls& calls;
      bool in_graph, loop_in_graph, found = false;
      void operator()(ExprId) {}
      void operator()(StmtId child) { found = found || p.NeedsLowering({child}, calls, in_graph, loop_in_graph); }
      void operator()(ast::PatternId) {}
    } visit{*this, calls, in_graph || graph, loop ? graph : loop_in_graph || graph};
    ast::ForEachChild(s.data, visit);
    if (visit.found) return true;
  }
  return false;
}

// Whether constructs of the graph in return position carry nothing but the value that is returned.
bool Printer::TailFits(const Block& block) {
  if (block.empty()) return true;
  StmtId id = block.back();
  const ast::Stmt& s = lowered_[id];
  if (auto* n = std::get_if<ast::IfStmt>(&s.data)) {
    FormInfo form = FormOf(id);
    if (form.form == Form::kGraph || form.form == Form::kMixed) {
      for (const Place& p : StateOf(id, lowered_[n->test].span, form)) if (!p.raw.starts_with("$return_value")) return false;
    }
    return TailFits(n->body) && TailFits(n->orelse);
  }
  if (auto* n = std::get_if<ast::WithStmt>(&s.data)) return TailFits(n->body);
  return true;
}

// Whether the lowered function returns at the ends of branches only: no flag says so.
bool Printer::TailReturns(const Block& block) {
  std::set<std::string> assigned;
  for (StmtId id : block) AssignedBy(id, assigned);
  if (std::any_of(assigned.begin(), assigned.end(), [](const std::string& n) { return n.starts_with("$did_return"); })) return false;
  if (!assigned.contains("$return_value")) return false;
  Block body(block.begin(), block.end() - 1);   // without the final return
  NamePool names = pool_;
  bool fits = TailFits(body);
  pool_ = std::move(names);
  return fits;
}

std::string Printer::TraceComment(const Calls& calls) const {
  if (options_.plain) return {};
  std::vector<std::string> shown;
  for (uint32_t i : calls) {
    const auto& call = decisions_.call(i);
    std::vector<std::string> parts;
    for (const auto& p : call.parameters) {
      if (p.name && original_.names().text(p.name) == "self") continue;
      parts.push_back(std::string(original_.names().text(p.name)) + " " + (p.tensor ? p.type + Brackets(p.shape) : p.value.empty() ? p.type : p.value));
    }
    std::string text = Join(parts);
    if (std::find(shown.begin(), shown.end(), text) == shown.end()) shown.push_back(text);
  }
  if (shown.empty() || (shown.size() == 1 && shown[0].empty())) return {};
  bool more = shown.size() > kShownTraces;
  if (more) shown.resize(kShownTraces);
  return "  # trace: " + Join(shown, " | ") + (more ? " | …" : "");
}

// "a, b, *rest, k, **more" as parameters; "a, b, *rest, k=k, **more" as arguments.
std::string Printer::ParameterList(const ast::FunctionDef& f, bool call, bool method) const {
  std::vector<std::string> parts;
  for (auto& a : f.args.posonly) parts.push_back(NameText(a.name));
  for (auto& a : f.args.args) parts.push_back(NameText(a.name));
  if (f.args.vararg) parts.push_back("*" + NameText(f.args.vararg->name));
  else if (!f.args.kwonly.empty() && !call) parts.push_back("*");
  for (auto& a : f.args.kwonly) parts.push_back(call ? NameText(a.name) + "=" + NameText(a.name) : NameText(a.name));
  if (f.args.kwarg) parts.push_back("**" + NameText(f.args.kwarg->name));
  if (method && !parts.empty()) parts.erase(parts.begin());
  return Join(parts);
}

// Tells groups of calls apart by one property of one argument.
bool Printer::Separate(const std::vector<Calls>& groups, std::vector<Version>& versions) {
  using Parameter = staging::StagingRecord::Parameter;
  const auto& first = decisions_.call(*groups[0].begin()).parameters;
  auto property = [](const Parameter& p, int which) -> std::string {
    if (which == 0) return p.tensor ? "tensor" : "python";
    if (which == 1) return p.tensor ? "tensor " + p.type : "python " + p.type;
    if (which == 2) return p.tensor ? "shape " + p.shape : "python " + p.type;
    return p.tensor ? "tensor" : p.value;
  };
  auto condition = [](const std::string& name, const std::string& value, int which) -> std::string {
    std::string rest = value.substr(value.find(' ') + 1);
    if (which == 3) return value == "tensor" ? "tf.is_tensor(" + name + ")" : value == "None" ? name + " is None" : name + " == " + value;
    if (value == "tensor") return "tf.is_tensor(" + name + ")";
    if (value == "python") return "not tf.is_tensor(" + name + ")";
    if (value.starts_with("tensor ")) return "tf.is_tensor(" + name + ") and " + name + ".dtype == tf." + rest;
    if (value.starts_with("python ")) return rest == "NoneType" ? name + " is None" : "type(" + name + ").__name__ == '" + rest + "'";
    return "tf.is_tensor(" + name + ") and str(" + name + ".shape) == '" + rest + "'";
  };
  for (int which = 0; which < 4; ++which) {
    for (size_t k = 0; k < first.size(); ++k) {
      std::map<std::string, size_t> owner;
      std::vector<std::set<std::string>> values(groups.size());
      bool apart = true;
      for (size_t g = 0; g < groups.size() && apart; ++g) {
        for (uint32_t i : groups[g]) {
          const auto& parameters = decisions_.call(i).parameters;
          std::string value = k < parameters.size() ? property(parameters[k], which) : std::string();
          apart = apart && !value.empty() && owner.emplace(value, g).first->second == g;
          values[g].insert(value);
        }
      }
      if (!apart || (which == 2 && owner.size() > 6)) continue;
      std::string name = NameText(first[k].name);
      for (size_t g = 0; g < groups.size(); ++g) {
        std::vector<std::string> tests;
        for (const std::string& v : values[g]) tests.push_back(condition(name, v, which));
        if (tests.size() > 1) for (std::string& t : tests) if (t.find(" and ") != std::string::npos) t = "(" + t + ")";
        const Parameter& p = decisions_.call(*groups[g].begin()).parameters[k];
        std::string suffix = which == 3 ? StemOf(p.tensor ? "tensor" : p.value) : StemOf(p.type == "NoneType" ? "none" : p.type);
        versions.push_back({groups[g], suffix, Join(tests, " or ")});
      }
      return true;
    }
  }
  return false;
}

bool Printer::StagedInside(const Block& block) {
  for (StmtId id : block) {
    const ast::Stmt& s = original_[id];
    if (std::holds_alternative<ast::FunctionDef>(s.data) || std::holds_alternative<ast::ClassDef>(s.data)) continue;
    if (decisions_.Staged(id)) return true;
    struct Visit {
      Printer& p;
      bool found = false;
      void operator()(ExprId e) {
        found = found || p.decisions_.Staged(e);
        if (!std::holds_alternative<ast::LambdaExpr>(p.lowered_[e].data)) ast::ForEachChild(p.lowered_[e].data, *this);
      }
      void operator()(StmtId child) { found = found || p.StagedInside({child}); }
      void operator()(ast::PatternId) {}
    } visit{*this};
    ast::ForEachChild(s.data, visit);
    if (visit.found) return true;
  }
  return false;
}

std::vector<Printer::Version> Printer::VersionsOf(StmtId id, const ast::FunctionDef& f, const std::vector<Calls>& groups) {
  std::vector<Version> versions;
  if (groups.size() < 2 || !Separate(groups, versions)) versions = {{decisions_.CallsOf(id), "graph", ""}};
  std::string stem(original_.names().text(f.name));
  if (stem.starts_with("__") && stem.ends_with("__") && stem.size() > 4) stem = stem.substr(2, stem.size() - 4);
  for (Version& v : versions) v.name = pool_.Fresh(stem + "__" + v.name);
  return versions;
}

void Printer::EmitDefinition(StmtId id, const ast::FunctionDef& lowered) {
  const auto& f = std::get<ast::FunctionDef>(original_[id].data);
  (void)lowered;
  Function outer = function_;
  if (depth_ == 0) pool_.Reset();
  ++depth_;
  std::vector<Replacement> replacements;
  for (ExprId d : f.decorators) {
    Span span = original_[d].span;
    if (IsTfFunction(d)) replacements.push_back({span.begin, span.end, Text(std::get<ast::AttributeExpr>(original_[d].data).value) + ".function(autograph=False)"});
    else Collect(d, replacements);
  }
  for (ExprId d : f.args.defaults) Collect(d, replacements);
  for (ExprId d : f.args.kw_defaults) Collect(d, replacements);
  uint32_t begin = StartOf(id), colon = ColonAfter(f.name_span.end);
  std::string header = Slice(begin, colon, std::move(replacements));
  const Calls& calls = decisions_.CallsOf(id);
  bool staged = !calls.empty() && StagedInside(f.body), eager = decisions_.CalledEagerly(id);
  std::vector<Calls> groups = staged ? decisions_.GroupsOf(calls) : std::vector<Calls>();
  bool traced = std::any_of(calls.begin(), calls.end(), [&](uint32_t i) { return decisions_.call(i).traced; });
  std::vector<Version> versions;
  if (staged && (groups.size() > 1 || eager)) versions = VersionsOf(id, f, groups);
  bool dispatch = versions.size() > 1 || (versions.size() == 1 && eager);
  bool method = !outer.class_name.empty(), is_static = false;
  for (ExprId d : f.decorators) {
    std::string name = Qualified(d);
    is_static |= name == "staticmethod";
    method = method && name != "staticmethod";
  }
  if (dispatch) {
    for (const Version& v : versions) {
      if (is_static) Emit("@staticmethod");
      Emit("def " + v.name + "(" + ParameterList(f, false, false) + "):" + TraceComment(v.calls), sources_.Line(f.name_span));
      EmitVersion(id, f, v.calls);
      Emit("");
      if (depth_ == 1 && indent_ == 0) Emit("");
      function_ = outer;
    }
  }
  std::string comment = TrailingComment(colon);
  Emit(header + comment + (traced && !dispatch ? TraceComment(calls) : std::string()), sources_.Line(f.name_span));
  cursor_ = comment.empty() ? colon : uint32_t(std::min(source_.find('\n', colon), source_.size()));
  if (!dispatch) {
    EmitVersion(id, f, calls);
  } else {
    std::string receiver = is_static ? outer.class_name + "." : method && !f.args.args.empty() ? NameText(f.args.args[0].name) + "." : "";
    ++indent_;
    if (eager) Emit("if tf.inside_function():");
    indent_ += eager;
    for (size_t i = 0; i < versions.size(); ++i) {
      bool last = i + 1 == versions.size();
      std::string call = "return " + receiver + versions[i].name + "(" + ParameterList(f, true, method) + ")";
      if (!last) Emit("if " + versions[i].condition + ":");
      indent_ += !last;
      Emit(call);
      indent_ -= !last;
    }
    indent_ -= eager;
    --indent_;
    if (eager) EmitVersion(id, f, {});
    cursor_ = std::max(cursor_, original_[id].span.end);
  }
  --depth_;
  function_ = std::move(outer);
}

// The body, for a set of calls; none: as Python runs it.
void Printer::EmitVersion(StmtId id, const ast::FunctionDef& f, const Calls& calls) {
  EnterFunction(id, f, calls);
  cursor_ = ColonAfter(f.name_span.end);
  if (std::string comment = TrailingComment(cursor_); !comment.empty()) cursor_ = uint32_t(std::min(source_.find('\n', cursor_), source_.size()));
  bool lower = NeedsLowering(f.body, calls, false, false);
  function_.tree = lower ? &lowered_ : &original_;
  const Block& body = std::get<ast::FunctionDef>((*function_.tree)[id].data).body;
  if (!lower) return EmitIndented(body);
  bool tail = TailReturns(body);
  if (!tail) return EmitIndented(body);
  Block statements;
  for (size_t i = 0; i + 1 < body.size(); ++i) {
    auto* declaration = std::get_if<ast::AnnAssignStmt>(&lowered_[body[i]].data);
    if (!(declaration && IsSynthetic(body[i]))) statements.push_back(body[i]);
  }
  EmitIndented(statements, true);
}

}  // namespace lathe::code
