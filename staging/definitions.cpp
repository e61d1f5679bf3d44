// Definitions: functions, lambdas, classes, decorators.
#include <algorithm>

#include "autograph/convertible.h"
#include "staging/interp.h"
#include "staging/unconverted.h"
#include "support/check.h"

namespace lathe::staging {

using namespace ast;

Value Interp::MakeFunction(std::string name, const Arguments& args, StmtId def, ExprId lambda, Span where) {
  FunctionObject f;
  f.name = std::move(name);
  f.arguments = &args;
  f.def = def;
  f.lambda = lambda;
  f.scope = current().scope;
  f.span = where;
  f.convert = !IsLibrary(where) || sources.path(where.file).starts_with("library/data/");
  f.info = def ? ScopeOf(def) : ScopeOf(lambda);
  LATHE_CHECK(f.info != nullptr, "a function without a scope");
  if (!options.extensions && (def ? WhyUnconverted(ast, std::get<FunctionDef>(ast[def].data).body, sources)
                                  : WhyUnconverted(ast, std::get<LambdaExpr>(ast[lambda].data).body, sources)))
    f.convert = false;
  for (ExprId d : args.defaults) f.defaults.push_back(Evaluate(d));
  for (ExprId d : args.kw_defaults) f.kw_defaults.push_back(d ? Evaluate(d) : Value(Undefined{}));
  return heap.New(std::move(f));
}

lathe::Note UnconvertedNote(const Interp& in) {
  std::string text = "AutoGraph does not convert this code, so its control flow stays in Python";
  for (size_t i = in.activations.size(); i-- > 0 && !in.activations[i].converted;) {
    const Activation& a = in.activations[i];
    if (!a.def) continue;
    if (auto why = WhyUnconverted(in.ast, std::get<FunctionDef>(in.ast[a.def].data).body, in.sources))
      return {"AutoGraph does not convert '" + a.function + "' because of " + why->what + ", so its control flow stays in Python", why->span};
  }
  return {text, {}};
}

void Interp::ExecuteFunctionDef(StmtId id, const FunctionDef& n) {
  if (n.is_async) Fail(DiagnosticKind::kUnsupportedSyntax, "'async def' is not supported", ast[id].span);
  std::vector<Value> decorators;
  for (ExprId d : n.decorators) decorators.push_back(Evaluate(d));
  Value f = MakeFunction(std::string(TextOf(n.name)), n.args, id, {}, n.name_span);
  for (size_t i = decorators.size(); i-- > 0;) {
    if (decorators[i].is<Poison>()) throw Abandoned{};
    f = Call(decorators[i], std::vector<Value>{f}, ast[n.decorators[i]].span);
  }
  StoreName(n.name, f, n.name_span);
}

void Interp::ExecuteClassDef(StmtId id, const ClassDef& n) {
  ClassObject cls;
  cls.name = TextOf(n.name);
  cls.span = n.name_span;
  for (const Keyword& k : n.keywords) {
    Fail(DiagnosticKind::kUnsupportedSyntax,
         k.name && TextOf(*k.name) == "metaclass" ? "metaclasses are not supported" : "class keyword arguments are not supported", k.span);
  }
  for (ExprId b : n.bases) {
    Value base = Evaluate(b);
    if (base.is<Poison>()) throw Abandoned{};
    if (auto* row = base.as<Builtin>()) {
      if (row->row->name == "object") continue;
      if (row->row->kind != BuiltinRow::Kind::kClass) Fail(DiagnosticKind::kUnsupportedSyntax, "'" + std::string(row->row->name) + "' cannot be a base class", ast[b].span);
      cls.bases.push_back(ClassOfRow(row->row));
      continue;
    }
    auto* ref = base.as<Ref>();
    if (!ref || !heap.as<ClassObject>(*ref)) Raise(DiagnosticKind::kUnsupportedOperand, "TypeError", "a base class must be a class, not " + std::string(TypeName(base)), ast[b].span);
    cls.bases.push_back(*ref);
  }
  if (cls.bases.size() > 1 && !BasesAreDisjoint(cls.bases))
    Fail(DiagnosticKind::kUnsupportedSyntax, "multiple inheritance from classes with a common base is not supported", ast[id].span);

  Ref ref = heap.New(cls);
  ScopeObject scope;
  scope.info = ScopeOf(id);
  scope.parent = current().scope;
  Activation activation = current();
  activation.scope = heap.New(std::move(scope));
  activations.push_back(activation);
  Ref outer_class = class_being_defined_;
  class_being_defined_ = ref;
  class_order_.push_back({});
  std::vector<uint32_t> order;
  auto leave = [&] {
    order = std::move(class_order_.back());
    class_order_.pop_back();
    class_being_defined_ = outer_class;
    activations.pop_back();
  };
  try {
    Execute(n.body);
  } catch (...) {
    leave();
    throw;
  }
  leave();
  const auto& variables = heap.as<ScopeObject>(activation.scope)->variables;
  if (auto slots = variables.find(Intern("__slots__").index); slots != variables.end())
    Fail(DiagnosticKind::kUnsupportedSyntax, "'__slots__' is not supported", last_store_[{activation.scope, Intern("__slots__").index}]);
  auto& object = heap.Write<ClassObject>(ref);
  std::set<uint32_t> seen;
  for (uint32_t name : order)
    if (!seen.insert(name).second) continue;
    else if (auto it = variables.find(name); it != variables.end() && !it->second.is<Undefined>()) object.attributes.push_back({Name{name}, it->second});
  for (auto& [name, value] : object.attributes) AdoptMethod(ref, value);
  Value result = ref;
  for (size_t i = n.decorators.size(); i-- > 0;) result = Call(Evaluate(n.decorators[i]), std::vector<Value>{result}, ast[n.decorators[i]].span);
  StoreName(n.name, result, n.name_span);
}

// super() in a method needs the class it was written in.
void Interp::AdoptMethod(Ref cls, const Value& value) {
  if (auto* ref = value.as<Ref>()) {
    if (auto* f = heap.as<FunctionObject>(*ref)) {
      if (!f->defining_class.valid()) heap.Write<FunctionObject>(*ref).defining_class = cls;
    } else if (auto* p = heap.as<PropertyObject>(*ref)) {
      AdoptMethod(cls, p->getter);
      AdoptMethod(cls, p->setter);
    } else if (auto* s = heap.as<StaticMethod>(*ref)) {
      AdoptMethod(cls, s->function);
    } else if (auto* c = heap.as<ClassMethod>(*ref)) {
      AdoptMethod(cls, c->function);
    } else if (auto inner = PythonFunctionOf(value)) {
      AdoptMethod(cls, *inner);
    }
  }
}

Ref Interp::ClassOfRow(const BuiltinRow* row) {
  if (auto it = builtin_classes_.find(row); it != builtin_classes_.end()) return it->second;
  ClassObject cls;
  cls.name = std::string(row->name);
  cls.builtin = row;
  Ref ref = heap.New(std::move(cls));
  builtin_classes_[row] = ref;
  return ref;
}

std::vector<Ref> Interp::LinearBases(Ref cls) const {
  std::vector<Ref> order{cls};
  const ClassObject& object = *heap.as<ClassObject>(cls);
  for (Ref base : object.bases)
    for (Ref b : LinearBases(base))
      if (std::find(order.begin(), order.end(), b) == order.end()) order.push_back(b);
  return order;
}

bool Interp::BasesAreDisjoint(const std::vector<Ref>& bases) const {
  std::set<Ref> seen;
  for (Ref base : bases)
    for (Ref b : LinearBases(base))
      if (!seen.insert(b).second) return false;
  return true;
}

const Value* Interp::ClassAttribute(Ref cls, Name name, Ref* owner) const {
  for (Ref c : LinearBases(cls)) {
    for (auto& [n, v] : heap.as<ClassObject>(c)->attributes)
      if (n == name) {
        if (owner) *owner = c;
        return &v;
      }
  }
  return nullptr;
}

}  // namespace lathe::staging
