// Calls: argument binding for functions of the program, instances, and what can be called at all.
#include "staging/either.h"
#include "staging/function.h"
#include "staging/interp.h"
#include "staging/record.h"
#include "support/check.h"
#include "support/spelling.h"

namespace lathe::staging {

using namespace ast;

Value Interp::Call(const Value& callee, std::vector<Value> args, Span where) {
  CallArgs call;
  call.positional_spans.resize(args.size());
  call.positional = std::move(args);
  return Call(callee, std::move(call), where.valid() ? where : span);
}

Value Interp::Call(const Value& callee, CallArgs args, Span where) {
  Step();
  if (callee.is<Poison>()) return callee;
  if (AsEither(*this, callee)) return OnEach(*this, callee, [&](const Value& v) { return Call(v, CallArgs(args), where); }, where);
  if (auto* b = callee.as<Builtin>()) {
    if (HasPoison(args)) return Poison{};
    return CallRow(b->row, nullptr, std::move(args), where);
  }
  if (auto* b = callee.as<BoundBuiltin>()) {
    if (HasPoison(args)) return Poison{};
    return CallRow(b->row, b->self.get(), std::move(args), where);
  }
  if (auto* ref = callee.as<Ref>()) {
    const Object& object = heap[*ref];
    if (std::get_if<FunctionObject>(&object)) return CallPythonFunction(*ref, std::move(args), where);
    if (auto* m = std::get_if<BoundMethod>(&object)) {
      Value self = m->self, function = m->function;
      args.positional.insert(args.positional.begin(), self);
      args.positional_spans.insert(args.positional_spans.begin(), Span{});
      return Call(function, std::move(args), where);
    }
    if (std::get_if<ClassObject>(&object)) return Instantiate(*ref, std::move(args), where);
    if (auto* s = std::get_if<StaticMethod>(&object)) return Call(Value(s->function), std::move(args), where);
    if (std::get_if<ExternalSlot>(&object)) {
      if (heap.External<TfFunction>(callee)) return CallTfFunction(*this, *ref, std::move(args), where);
      if (const BuiltinRow* row = FindBuiltin(RowPrefix(callee) + ".__call__")) return CallRow(row, &callee, std::move(args), where);
    }
    if (std::get_if<InstanceObject>(&object)) {
      if (auto method = TypeAttribute(callee, Intern("__call__"))) return Call(*method, std::move(args), where);
    }
  }
  Raise(DiagnosticKind::kNotCallable, "TypeError", "'" + std::string(TypeName(callee)) + "' object is not callable", where);
}

bool Interp::HoldsPoison(const Value& v) const {
  if (v.is<Poison>()) return true;
  const std::vector<Value>* items = v.is<Tuple>() ? &v.items() : nullptr;
  if (auto* list = heap.as<ListObject>(v)) items = &list->items;
  if (!items || items->size() > 64) return false;
  for (const Value& item : *items) if (HoldsPoison(item)) return true;
  return false;
}

bool Interp::HasPoison(const CallArgs& args) const {
  for (const Value& v : args.positional) if (HoldsPoison(v)) return true;
  for (auto& [n, v] : args.keywords) if (HoldsPoison(v)) return true;
  return false;
}

Value Interp::CallRow(const BuiltinRow* row, const Value* self, CallArgs args, Span where) {
  // Containers hold any value; everything else wants to know which alternative it has.
  bool stores = row->name == "list.append" || row->name == "list.insert" || row->name == "dict.setdefault" || row->name == "dict.get";
  if (!stores) {
    for (size_t i = 0; i < args.positional.size(); i++) {
      if (!AsEither(*this, args.positional[i])) continue;
      auto with = [&](const Value& v) {
        CallArgs one = args;
        one.positional[i] = v;
        return CallRow(row, self, std::move(one), where);
      };
      return OnEach(*this, args.positional[i], with, where);
    }
  }
  Span outer = span;
  span = where;
  Bound bound = BindArguments(*this, *row, std::move(args), where);
  bound.self = self;
  Value v = row->fn(bound);
  span = outer;
  return v;
}

Value Interp::CallMethod(const Value& self, std::string_view method, std::vector<Value> args, Span where) {
  return Call(GetAttribute(self, Intern(method), where), std::move(args), where);
}

std::optional<Value> Interp::CallSpecial(const Value& self, std::string_view method, std::vector<Value> args, Span where) {
  if (!heap.as<InstanceObject>(self)) return std::nullopt;
  auto function = TypeAttribute(self, Intern(method));
  if (!function) return std::nullopt;
  // Python calls special methods itself, out of AutoGraph's sight.
  UnconvertedScope unconverted(*this);
  return Call(*function, std::move(args), where);
}

Value Interp::Instantiate(Ref cls, CallArgs args, Span where) {
  for (Ref base : LinearBases(cls)) {
    const ClassObject& object = *heap.as<ClassObject>(base);
    if (!object.builtin) continue;
    // A class that Lathe implements keeps its own data unless it is a plain base (tf.Module, object): those have no call.
    if (const BuiltinRow* make = FindBuiltin(std::string(object.builtin->name) + ".__subclass__")) {
      Bound bound{*this, where, {Value(cls)}, {where}, nullptr};
      make->fn(bound);
    } else if (base == cls) {
      return CallRow(object.builtin, nullptr, std::move(args), where);
    }
  }
  if (auto make = ClassAttribute(cls, Intern("__make__"))) return Call(*make, std::move(args), where);
  InstanceObject instance;
  instance.cls = cls;
  bool exception = IsSubclass(cls, ExceptionClass("BaseException"));
  if (exception) instance.payload = std::make_shared<const Value>(Value::MakeTuple(args.positional));
  Ref ref = heap.New(std::move(instance));
  if (const Value* init = ClassAttribute(cls, Intern("__init__"))) {
    Value function = *init;
    args.positional.insert(args.positional.begin(), Value(ref));
    args.positional_spans.insert(args.positional_spans.begin(), Span{});
    UnconvertedScope unconverted(*this);
    Value result = Call(function, std::move(args), where);
    if (!result.is_none() && !result.is<Poison>())
      Raise(DiagnosticKind::kUnsupportedOperand, "TypeError", "__init__() should return None, not '" + std::string(TypeName(result)) + "'", where);
  } else if (!exception && (!args.positional.empty() || !args.keywords.empty()) && !HasBuiltinInit(cls)) {
    Raise(DiagnosticKind::kArgumentMismatch, "TypeError", heap.as<ClassObject>(cls)->name + "() takes no arguments", where);
  }
  return ref;
}

bool Interp::HasBuiltinInit(Ref cls) const {
  for (Ref base : LinearBases(cls))
    if (heap.as<ClassObject>(base)->builtin) return true;
  return false;
}

bool Interp::IsSubclass(Ref cls, Ref base) const {
  for (Ref b : LinearBases(cls)) if (b == base) return true;
  return false;
}

// ---- functions of the program ----

namespace {

std::string Quoted(std::string_view name) { return "'" + std::string(name) + "'"; }

std::string Listed(const std::vector<std::string>& names) {
  std::string text;
  for (size_t i = 0; i < names.size(); i++) {
    if (i) text += i + 1 == names.size() ? " and " : ", ";
    text += Quoted(names[i]);
  }
  return text;
}

}  // namespace

void Interp::BindParameters(const FunctionObject& f, CallArgs& args, ScopeObject& scope, Span where) {
  const Arguments& p = *f.arguments;
  std::vector<const Arg*> names;
  for (const Arg& a : p.posonly) names.push_back(&a);
  for (const Arg& a : p.args) names.push_back(&a);
  auto mismatch = [&](std::string message, Span at) {
    Diagnostic d{DiagnosticKind::kArgumentMismatch, f.name + "() " + message, at.valid() ? at : where};
    if (f.span.valid()) d.notes.push_back({f.name + "() is defined here", f.span});
    Raise(std::move(d), "TypeError");
  };
  size_t given = args.positional.size();
  for (size_t i = 0; i < names.size() && i < given; i++) scope.variables[names[i]->name.index] = args.positional[i];
  if (given > names.size()) {
    if (!p.vararg) {
      mismatch("takes " + std::to_string(names.size()) + " positional argument" + (names.size() == 1 ? "" : "s") + " but " +
                   std::to_string(given) + (given == 1 ? " was" : " were") + " given", where);
    }
  }
  if (p.vararg) {
    std::vector<Value> rest;
    for (size_t i = names.size(); i < given; i++) rest.push_back(args.positional[i]);
    scope.variables[p.vararg->name.index] = Value::MakeTuple(std::move(rest));
  }
  DictObject extra;
  for (size_t i = 0; i < args.keywords.size(); i++) {
    auto& [name, value] = args.keywords[i];
    Span at = i < args.keyword_spans.size() ? args.keyword_spans[i] : where;
    bool known = false;
    for (size_t k = p.posonly.size(); k < names.size(); k++) known |= names[k]->name == name;
    for (const Arg& a : p.kwonly) known |= a.name == name;
    if (known) {
      if (scope.variables.contains(name.index)) mismatch("got multiple values for argument " + Quoted(TextOf(name)), at);
      scope.variables[name.index] = value;
    } else if (p.kwarg) {
      DictInsert(extra, Value::String(std::string(TextOf(name))), value, at);
    } else {
      mismatch("got an unexpected keyword argument " + Quoted(TextOf(name)), at);
    }
  }
  if (p.kwarg) scope.variables[p.kwarg->name.index] = heap.New(std::move(extra));
  std::vector<std::string> missing;
  for (size_t i = 0; i < names.size(); i++) {
    if (scope.variables.contains(names[i]->name.index)) continue;
    size_t from_end = names.size() - i;
    if (from_end <= f.defaults.size()) scope.variables[names[i]->name.index] = f.defaults[f.defaults.size() - from_end];
    else missing.push_back(std::string(TextOf(names[i]->name)));
  }
  if (!missing.empty())
    mismatch("missing " + std::to_string(missing.size()) + " required positional argument" + (missing.size() == 1 ? "" : "s") + ": " + Listed(missing), where);
  for (size_t i = 0; i < p.kwonly.size(); i++) {
    if (scope.variables.contains(p.kwonly[i].name.index)) continue;
    if (!f.kw_defaults[i].is<Undefined>()) scope.variables[p.kwonly[i].name.index] = f.kw_defaults[i];
    else missing.push_back(std::string(TextOf(p.kwonly[i].name)));
  }
  if (!missing.empty())
    mismatch("missing " + std::to_string(missing.size()) + " required keyword-only argument" + (missing.size() == 1 ? "" : "s") + ": " + Listed(missing), where);
}

Value Interp::CallPythonFunction(Ref function, CallArgs args, Span where) {
  const FunctionObject f = *heap.as<FunctionObject>(function);
  if (f.info->has_yield) return CallGenerator(function, f, std::move(args), where);
  if (activations.size() > kRecursionLimit) {
    Diagnostic d{DiagnosticKind::kUnboundedRecursion, "'" + f.name + "' calls itself without end", where};
    d.notes.push_back({"the recursion is more than " + std::to_string(kRecursionLimit) + " calls deep", {}});
    if (mode == Mode::kStaged) d.notes.push_back({"inside a tf.function both sides of a condition on a tensor are traced, so a tensor cannot end a recursion", {}});
    d.trace = {};
    Raise(std::move(d), "RecursionError");
  }
  ScopeObject scope;
  scope.info = f.info;
  scope.parent = f.scope;
  BindParameters(f, args, scope, where);
  Activation activation;
  activation.function = f.name;
  activation.function_object = function;
  activation.call_span = where;
  activation.defining_class = f.defining_class;
  activation.def = f.def;
  // Library code that AutoGraph would convert is converted wherever it is called from.
  activation.converted = f.convert && (IsLibrary(f.span) || (convert_calls_ && current().converted));
  if (!args.positional.empty()) activation.self = args.positional[0];
  activation.scope = heap.New(std::move(scope));
  return RunActivation(std::move(activation), f);
}

Value Interp::RunActivation(Activation activation, const FunctionObject& f) {
  RecordedCall recorded(*this, activation, f);
  Span outer_span = span, outer_write = heap.write_span;
  Jump outer_jump = jump_;
  bool outer_convert = convert_calls_;
  convert_calls_ = true;
  size_t depth = activations.size();
  jump_ = Jump::kNone;
  activations.push_back(std::move(activation));
  heap.write_depth = uint32_t(activations.size());
  auto leave = [&] {
    activations.resize(depth);
    span = outer_span;
    heap.write_span = outer_write;
    heap.write_depth = uint32_t(depth);
    jump_ = outer_jump;
    convert_calls_ = outer_convert;
  };
  Value result;
  try {
    if (f.lambda) {
      result = Evaluate(std::get<LambdaExpr>(ast[f.lambda].data).body);
    } else {
      Execute(std::get<FunctionDef>(ast[f.def].data).body);
      if (jump_ == Jump::kReturn) result = std::move(return_value_);
      return_value_ = Value();
    }
  } catch (...) {
    leave();
    throw;
  }
  leave();
  return result;
}

}  // namespace lathe::staging
