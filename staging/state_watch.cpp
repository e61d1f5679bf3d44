// Input: reads, writes and calls as the interpreter meets them. Output: warnings. Method: the first read of each variable,
// attribute or container in a trace is kept with its value; a later write outside of traces that changes it marks the read, and
// the next call that runs the same trace reports it. Lambdas compare their own age with that of the last write.
#include "staging/state_watch.h"

#include "staging/function.h"
#include "staging/objects.h"

namespace lathe::staging {

namespace {

// Values that a program changes by assigning another one: not modules, functions and classes.
bool MayFreeze(const Interp& in, const Value& v) {
  if (v.is<Builtin>() || v.is<BoundBuiltin>() || v.is<ModuleValue>() || v.is<Poison>() || v.is<Undefined>() || v.is<Maybe>()) return false;
  auto* ref = v.as<Ref>();
  if (!ref) return true;
  return in.heap.as<ListObject>(*ref) || in.heap.as<DictObject>(*ref) || in.heap.as<SetObject>(*ref) ||
         in.heap.as<InstanceObject>(*ref) || in.heap.External<VariableObject>(v);
}

bool IsOpenContainer(const Interp& in, const Value& v) {
  return in.heap.as<ListObject>(v) || in.heap.as<DictObject>(v) || in.heap.as<SetObject>(v);
}

}  // namespace

void StateWatch::Remember(const Key& key, const Value& value, Span where) {
  auto [it, fresh] = reads_.try_emplace(key);
  Read& read = it->second;
  if (fresh) {
    read.value = value;
    read.where = where;
    read.text = std::string(in_.sources.Text(where));
  } else if (key.second != kContent && !in_.Identical(read.value, value)) {
    read.value = value;
    read.traces.clear();
    read.changed = {};
    changed_.erase(key);
  }
  for (TraceContext* context = in_.trace; context; context = context->outer) read.traces.insert(context->function.index);
}

void StateWatch::OnRead(Ref home, Name name, const Value& value, Span where) {
  if (!in_.trace || !where.valid()) return;
  if (home.index < in_.trace->first_object && MayFreeze(in_, value)) {
    Remember({home, name.index}, value, where);
    if (IsOpenContainer(in_, value) && value.get<Ref>().index < in_.trace->first_object) Remember({value.get<Ref>(), kContent}, value, where);
  }
  ReadInLambda({home, name.index}, where);
}

void StateWatch::OnStore(Ref home, Name name, const Value& value, Span where) {
  Key key{home, name.index};
  if (auto it = python_loops_.find(key); it != python_loops_.end()) it->second.last_assignment = in_.heap.size();
  if (in_.trace) return;
  auto it = reads_.find(key);
  if (it == reads_.end() || value.is<Poison>()) return;
  bool same = in_.Identical(it->second.value, value);
  it->second.changed = same ? Span{} : where;
  if (same) changed_.erase(key);
  else changed_.insert(key);
}

void StateWatch::OnChange(Ref object, Span where) {
  if (in_.trace) return;
  auto it = reads_.find({object, kContent});
  if (it == reads_.end()) return;
  it->second.changed = where;
  changed_.insert(it->first);
}

void StateWatch::OnCachedCall(ir::FunctionId trace) {
  for (const Key& key : changed_) {
    const Read& read = reads_.at(key);
    if (!read.traces.contains(trace.index)) continue;
    Diagnostic d{DiagnosticKind::kFrozenValue, "'" + read.text + "' was read when this tf.function was traced and has changed since; calls go on using the first value", read.where};
    d.notes.push_back({"changed here, after the first call", read.changed});
    d.help.push_back("pass the value as an argument, or keep it in a tf.Variable");
    in_.Warn(std::move(d));
  }
}

void StateWatch::OnGraphLoop(Ref scope, Name name, size_t first_object, Span where) {
  graph_loops_[{scope, name.index}] = {first_object, where};
}

void StateWatch::OnPythonLoop(Ref scope, Name name, Span loop) {
  python_loops_[{scope, name.index}] = {in_.heap.size(), in_.heap.size(), loop};
}

void StateWatch::ReadInLambda(const Key& key, Span where) {
  const Activation& current = in_.current();
  if (current.def || !current.function_object.valid() || key.first == current.scope) return;
  auto* lambda = in_.heap.as<FunctionObject>(current.function_object);
  if (!lambda || !lambda->lambda) return;
  size_t made = current.function_object.index;
  if (auto it = graph_loops_.find(key); it != graph_loops_.end() && made < it->second.first_object) {
    std::string text(in_.TextOf(Name{key.second}));
    Diagnostic d{DiagnosticKind::kStaleCapture, "this lambda reads '" + text + "' after a loop of the graph has given it another value", where};
    d.notes.push_back({"changed in the loop here; Lathe reads the new value as Python does, TensorFlow the one from before the loop", it->second.where});
    d.help.push_back("give the lambda the value as a default argument (" + text + "=" + text + "), or make it a nested 'def'");
    in_.Warn(std::move(d));
  }
  if (auto it = python_loops_.find(key); it != python_loops_.end() && made >= it->second.first_object && made < it->second.last_assignment) {
    if (ReadBehind(Name{key.second}, it->second.loop)) return;
    std::string text(in_.TextOf(Name{key.second}));
    Diagnostic d{DiagnosticKind::kDiffersFromTensorflow, "this lambda was made in a loop over '" + text + "' and is called after the loop has moved on", lambda->span};
    d.notes.push_back({"Lathe reads the loop's last value, as Python does; TensorFlow the value of the iteration that made the lambda", it->second.loop});
    d.help.push_back("to keep the value of the iteration, make it a default argument: lambda …, " + text + "=" + text + ": …");
    in_.Warn(std::move(d));
  }
}

// Whether the function that has the loop reads the variable itself, behind the loop.
bool StateWatch::ReadBehind(Name name, Span loop) const {
  Span body;
  for (uint32_t i = 0; i < in_.ast.stmt_count(); i++) {
    const ast::Stmt& s = in_.ast[ast::StmtId{i}];
    if (!std::holds_alternative<ast::FunctionDef>(s.data) || s.span.begin > loop.begin || s.span.end < loop.end) continue;
    if (!body.valid() || s.span.begin > body.begin) body = s.span;
  }
  if (!body.valid()) return false;
  std::vector<Span> lambdas;
  for (uint32_t i = 0; i < in_.ast.expr_count(); i++) {
    const ast::Expr& e = in_.ast[ast::ExprId{i}];
    if (std::holds_alternative<ast::LambdaExpr>(e.data)) lambdas.push_back(e.span);
  }
  for (uint32_t i = 0; i < in_.ast.expr_count(); i++) {
    const ast::Expr& e = in_.ast[ast::ExprId{i}];
    auto* n = std::get_if<ast::NameExpr>(&e.data);
    if (!n || n->name != name || e.span.begin < loop.end || e.span.end > body.end) continue;
    bool inside = false;
    for (Span l : lambdas) inside |= l.begin <= e.span.begin && e.span.end <= l.end;
    if (!inside) return true;
  }
  return false;
}

}  // namespace lathe::staging
