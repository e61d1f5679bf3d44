// Input: a diagnostic and the Ast around its place. Output: the diagnostic with edits of the program's text.
#include "staging/fixes.h"

#include <algorithm>
#include <functional>

namespace lathe::staging {

using namespace ast;

namespace {

// Edits spell TensorFlow `tf`: the program must, too.
bool HasTf(const Interp& in) {
  const auto& variables = in.heap.as<ScopeObject>(in.module_scope)->variables;
  auto it = variables.find(in.ast.names().Intern("tf").index);
  return it != variables.end() && it->second.is<ModuleValue>() && *it->second.get<ModuleValue>().path == "tf";
}

bool IsIdentifier(const std::string& name) {
  return !name.empty() && name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == std::string::npos;
}

Span At(FileId file, uint32_t offset) { return {file, offset, offset}; }

// The start of the line at `at`, and what stands on it before `at`; nullopt when that is not only white space.
struct LineStart { uint32_t offset; std::string indent; };
std::optional<LineStart> StartOfLine(const Interp& in, Span at) {
  std::string_view text = in.sources.text(at.file);
  size_t begin = at.begin == 0 ? std::string_view::npos : text.rfind('\n', at.begin - 1);
  begin = begin == std::string_view::npos ? 0 : begin + 1;
  std::string indent(text.substr(begin, at.begin - begin));
  if (indent.find_first_not_of(" \t") != std::string::npos) return std::nullopt;
  return LineStart{uint32_t(begin), std::move(indent)};
}

template <class T, class F>
void ForEachStatement(const Interp& in, const F& visit) {
  for (uint32_t i = 0; i < in.ast.stmt_count(); i++) {
    const Stmt& s = in.ast[StmtId{i}];
    if (auto* n = std::get_if<T>(&s.data)) visit(s, *n);
  }
}

std::string CastOpen() { return "tf.cast("; }
std::string CastClose(ir::DType dtype) { return ", tf." + std::string(ir::NameOf(dtype)) + ")"; }

void AddCast(Diagnostic& d, Span value, ir::DType dtype, std::string_view text) {
  d.fixes.push_back({"cast '" + std::string(text) + "' to " + std::string(ir::NameOf(dtype)), true,
                     {{At(value.file, value.begin), CastOpen()}, {At(value.file, value.end), CastClose(dtype)}}});
}

// The message of a dtype mismatch names the operand to cast: "… cast the first one: tf.cast(…, tf.float32)".
void FixOperand(Interp& in, Diagnostic& d) {
  bool first = d.message.find("cast the first one") != std::string::npos;
  size_t dot = d.message.rfind("tf.");
  if ((!first && d.message.find("cast the second one") == std::string::npos) || dot == std::string::npos) return;
  auto dtype = ir::FindDType(d.message.substr(dot + 3, d.message.find(')', dot) - dot - 3));
  if (!dtype) return;
  for (uint32_t i = 0; i < in.ast.expr_count(); i++) {
    const Expr& e = in.ast[ExprId{i}];
    auto* b = std::get_if<BinaryExpr>(&e.data);
    if (!b || !(e.span == d.span)) continue;
    Span operand = in.ast[first ? b->left : b->right].span;
    return AddCast(d, operand, *dtype, in.sources.Text(operand));
  }
}

// t[i] = v and t[i] += v of a tensor that a name holds, at positions that are plain expressions.
void FixItemAssignment(Interp& in, Diagnostic& d) {
  auto positions = [&](ExprId slice) -> std::string {
    std::vector<ExprId> parts{slice};
    if (auto* t = std::get_if<TupleExpr>(&in.ast[slice].data)) parts = t->elements;
    std::string text;
    for (ExprId part : parts) {
      const auto& data = in.ast[part].data;
      bool plain = std::holds_alternative<IntLiteral>(data) || std::holds_alternative<NameExpr>(data) || std::holds_alternative<BinaryExpr>(data);
      if (!plain) return {};
      text += (text.empty() ? "" : ", ") + std::string(in.sources.Text(in.ast[part].span));
    }
    return text;
  };
  auto fix = [&](const Stmt& s, ExprId target, ExprId value, const std::string& function) {
    auto* subscript = std::get_if<SubscriptExpr>(&in.ast[target].data);
    if (!subscript || !(in.ast[target].span == d.span)) return;
    auto* name = std::get_if<NameExpr>(&in.ast[subscript->value].data);
    std::string at = positions(subscript->slice);
    if (!name || at.empty()) return;
    std::string t(in.TextOf(name->name)), v(in.sources.Text(in.ast[value].span));
    std::string text = t + " = tf." + function + "(" + t + ", [[" + at + "]], [tf.cast(" + v + ", " + t + ".dtype)])";
    d.fixes.push_back({"make a new value with tf." + function, true, {{s.span, text}}});
  };
  ForEachStatement<AssignStmt>(in, [&](const Stmt& s, const AssignStmt& n) {
    if (n.targets.size() == 1) fix(s, n.targets[0], n.value, "tensor_scatter_nd_update");
  });
  ForEachStatement<AugAssignStmt>(in, [&](const Stmt& s, const AugAssignStmt& n) {
    if (n.op == BinaryOp::kAdd) fix(s, n.target, n.value, "tensor_scatter_nd_add");
    if (n.op == BinaryOp::kSub) fix(s, n.target, n.value, "tensor_scatter_nd_sub");
  });
}

// Whether an expression reads a name that the function binds itself.
bool ReadsLocal(const Interp& in, Span expression, const std::vector<Name>& locals) {
  for (uint32_t i = 0; i < in.ast.expr_count(); i++) {
    const Expr& e = in.ast[ExprId{i}];
    auto* n = std::get_if<NameExpr>(&e.data);
    if (n && e.span.begin >= expression.begin && e.span.end <= expression.end && std::find(locals.begin(), locals.end(), n->name) != locals.end()) return true;
  }
  return false;
}

std::vector<Name> LocalsOf(const Interp& in, const Stmt& s, const FunctionDef& f) {
  std::vector<Name> names;
  auto add = [&](const Arg& a) { names.push_back(a.name); };
  for (const Arg& a : f.args.posonly) add(a);
  for (const Arg& a : f.args.args) add(a);
  for (const Arg& a : f.args.kwonly) add(a);
  if (f.args.vararg) add(*f.args.vararg);
  if (f.args.kwarg) add(*f.args.kwarg);
  ForEachStatement<AssignStmt>(in, [&](const Stmt& inner, const AssignStmt& n) {
    if (inner.span.begin < s.span.begin || inner.span.end > s.span.end) return;
    for (ExprId t : n.targets)
      if (auto* name = std::get_if<NameExpr>(&in.ast[t].data)) names.push_back(name->name);
  });
  return names;
}

// `v = tf.Variable(…)` of a function of the top level moves before the function.
void FixVariable(Interp& in, Diagnostic& d) {
  for (StmtId id : in.ast.body) {
    const Stmt& s = in.ast[id];
    auto* f = std::get_if<FunctionDef>(&s.data);
    if (!f || s.span.begin > d.span.begin || s.span.end < d.span.end) continue;
    std::vector<Name> locals = LocalsOf(in, s, *f);
    Span first = s.span;
    for (ExprId decorator : f->decorators) first.begin = std::min(first.begin, in.ast[decorator].span.begin - 1);
    auto line = StartOfLine(in, first);
    if (!line) return;
    ForEachStatement<AssignStmt>(in, [&](const Stmt& a, const AssignStmt& n) {
      auto* name = n.targets.size() == 1 ? std::get_if<NameExpr>(&in.ast[n.targets[0]].data) : nullptr;
      if (!name || !(in.ast[n.value].span == d.span) || f->body.size() < 2) return;
      auto own = StartOfLine(in, a.span);
      std::string_view text = in.sources.text(a.span.file);
      bool whole_line = own && (a.span.end == text.size() || text[a.span.end] == '\n');
      if (!whole_line || std::count(locals.begin(), locals.end(), name->name) != 1) return;
      if (ReadsLocal(in, d.span, locals)) return;
      std::string statement(in.sources.Text(a.span));
      uint32_t end = std::min<uint32_t>(a.span.end + 1, uint32_t(text.size()));
      d.fixes.push_back({"create '" + std::string(in.TextOf(name->name)) + "' once, before the function", true,
                         {{At(a.span.file, line->offset), line->indent + statement + "\n\n\n"}, {{a.span.file, own->offset, end}, ""}}});
    });
    return;
  }
}

std::string ShapeText(const ir::Shape& shape, std::string_view unknown) {
  std::string text;
  for (ir::Dim dim : shape.dims) text += (text.empty() ? "" : ", ") + (dim >= 0 ? std::to_string(dim) : std::string(unknown));
  return "[" + text + "]";
}

}  // namespace

void FixMissingValue(Interp& in, Diagnostic& d, const std::string& name, const ir::Type& type) {
  if (!HasTf(in) || !IsIdentifier(name) || type.kind != ir::TypeKind::kTensor || !type.shape.ranked || !in.statement_.valid()) return;
  for (ir::Dim dim : type.shape.dims) if (dim < 0) return;
  const Stmt& s = in.ast[in.statement_];
  if (!std::holds_alternative<IfStmt>(s.data) || !in.sources.Text(s.span).starts_with("if")) return;
  auto line = StartOfLine(in, s.span);
  if (!line) return;
  std::string value = type.dtype == ir::DType::kString ? "tf.fill(" + ShapeText(type.shape, "") + ", \"\")"
                                                       : "tf.zeros(" + ShapeText(type.shape, "") + ", tf." + std::string(ir::NameOf(type.dtype)) + ")";
  d.fixes.push_back({"start '" + name + "' as zeros, before the 'if'", true, {{At(s.span.file, line->offset), line->indent + name + " = " + value + "\n"}}});
}

void FixAssignedDType(Interp& in, Diagnostic& d, Span target, ir::DType dtype) {
  if (!HasTf(in) || !target.valid()) return;
  ForEachStatement<AssignStmt>(in, [&](const Stmt&, const AssignStmt& n) {
    if (n.targets.size() != 1 || !(in.ast[n.targets[0]].span == target) || !d.fixes.empty()) return;
    Span value = in.ast[n.value].span;
    AddCast(d, value, dtype, in.sources.Text(value));
  });
}

void FixShapeInvariant(Interp& in, Diagnostic& d, const Block* body, const std::string& name, const ir::Shape& shape) {
  if (!HasTf(in) || !IsIdentifier(name) || !body) return;
  for (StmtId id : *body) {
    const Stmt& s = in.ast[id];
    std::string_view text = in.sources.Text(s.span);
    if (text.find("set_loop_options") != std::string_view::npos) return;
    // Flags that rewriting put in have the place of the jump: the first statement of the text is what starts a line first.
    auto* assign = std::get_if<AssignStmt>(&s.data);
    auto* target = assign && assign->targets.size() == 1 ? std::get_if<NameExpr>(&in.ast[assign->targets[0]].data) : nullptr;
    if (target && in.TextOf(target->name).find('$') != std::string_view::npos) continue;
    auto line = StartOfLine(in, s.span);
    if (!line) return;
    std::string invariant = shape.ranked ? "tf.TensorShape(" + ShapeText(shape, "None") + ")" : "tf.TensorShape(None)";
    d.fixes.push_back({"let the shape of '" + name + "' change", true,
                       {{At(s.span.file, line->offset), line->indent + "tf.autograph.experimental.set_loop_options(shape_invariants=[(" + name + ", " + invariant + ")])\n"}}});
    return;
  }
}

void AttachFixes(Interp& in, Diagnostic& d) {
  bool handled = d.kind == DiagnosticKind::kDtypeMismatch || d.kind == DiagnosticKind::kTensorItemAssignment || d.kind == DiagnosticKind::kVariableCreatedTwice;
  if (!handled || !d.fixes.empty() || !d.span.valid() || !HasTf(in)) return;
  if (d.kind == DiagnosticKind::kDtypeMismatch) FixOperand(in, d);
  if (d.kind == DiagnosticKind::kTensorItemAssignment) FixItemAssignment(in, d);
  if (d.kind == DiagnosticKind::kVariableCreatedTwice) FixVariable(in, d);
}

}  // namespace lathe::staging
