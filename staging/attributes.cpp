// Attributes: instances, classes, modules, and the tables of built-in types.
#include <algorithm>

#include "staging/either.h"
#include "staging/function.h"
#include "staging/interp.h"
#include "staging/lists.h"
#include "staging/state_watch.h"
#include "support/check.h"
#include "support/spelling.h"

namespace lathe::staging {

// The prefix of the rows that hold a value's methods.
std::string Interp::RowPrefix(const Value& v) const {
  if (auto* t = v.as<Tensor>()) return t->numpy ? "ndarray" : "Tensor";
  if (auto* s = v.as<Scalar>()) {
    switch (s->kind) {
      case ScalarKind::kBool: return "bool";
      case ScalarKind::kInt: return "int";
      case ScalarKind::kFloat: return "float";
      case ScalarKind::kStr: return "str";
    }
  }
  if (v.is<DTypeValue>()) return "DType";
  if (v.is<ShapeValue>()) return "TensorShape";
  if (auto* r = v.as<Ref>()) {
    if (auto* d = heap.as<DictObject>(*r)) {
      switch (d->type) {
        case DictObject::Type::kDict: return "dict";
        case DictObject::Type::kDefaultDict: return "defaultdict";
        case DictObject::Type::kOrderedDict: return "OrderedDict";
        case DictObject::Type::kCounter: return "Counter";
      }
    }
    if (auto* s = heap.as<SetObject>(*r)) return s->frozen ? "frozenset" : "set";
    if (heap.as<ListObject>(*r)) return "list";
    if (auto* e = heap.as<ExternalSlot>(*r)) return std::string(e->object->type_name());
    if (heap.as<IteratorObject>(*r)) return "iterator";
    return "object";
  }
  return std::string(TypeName(v));
}

std::string_view Interp::TypeName(const Value& v) const {
  if (v.is<None>()) return "NoneType";
  if (v.is<EllipsisValue>()) return "ellipsis";
  if (v.is<bool>()) return "bool";
  if (v.is<Integer>()) return "int";
  if (v.is<double>()) return "float";
  if (v.is<std::complex<double>>()) return "complex";
  if (v.is<Str>()) return "str";
  if (v.is<Bytes>()) return "bytes";
  if (auto* t = v.as<Tuple>()) {
    if (t->type.valid()) return heap.as<ClassObject>(t->type)->name;
    return "tuple";
  }
  if (auto* s = v.as<Scalar>()) {
    static constexpr std::string_view kNames[] = {"bool", "int", "float", "str"};
    return kNames[int(s->kind)];
  }
  if (auto* t = v.as<Tensor>()) {
    if (t->numpy) return t->numpy_scalar ? "numpy scalar" : "numpy.ndarray";
    return mode == Mode::kStaged ? "SymbolicTensor" : "EagerTensor";
  }
  if (v.is<DTypeValue>()) return "DType";
  if (v.is<ShapeValue>()) return "TensorShape";
  if (v.is<SliceValue>()) return "slice";
  if (v.is<RangeValue>()) return "range";
  if (v.is<Builtin>() || v.is<BoundBuiltin>()) return "builtin_function_or_method";
  if (v.is<ModuleValue>()) return "module";
  if (auto* r = v.as<Ref>()) {
    const Object& o = heap[*r];
    if (auto* i = std::get_if<InstanceObject>(&o)) return heap.as<ClassObject>(i->cls)->name;
    if (std::get_if<ClassObject>(&o)) return "type";
    if (std::get_if<FunctionObject>(&o)) return "function";
    if (std::get_if<BoundMethod>(&o)) return "method";
    if (std::get_if<ListObject>(&o)) return "list";
    if (auto* d = std::get_if<DictObject>(&o)) {
      static constexpr std::string_view kNames[] = {"dict", "defaultdict", "OrderedDict", "Counter"};
      return kNames[int(d->type)];
    }
    if (auto* s = std::get_if<SetObject>(&o)) return s->frozen ? "frozenset" : "set";
    if (std::get_if<IteratorObject>(&o)) return "iterator";
    if (auto* e = std::get_if<ExternalSlot>(&o)) return AsRunTimeList(*this, v) ? "list" : e->object->type_name();
  }
  return "object";
}

// A class attribute as seen through an instance: functions become bound methods.
Value Interp::BindDescriptor(const Value& attribute, const Value& self, Ref cls, Span where) {
  auto* ref = attribute.as<Ref>();
  if (!ref) return attribute;
  const Object& o = heap[*ref];
  if (std::get_if<FunctionObject>(&o)) return heap.New(BoundMethod{self, attribute});
  if (auto* s = std::get_if<StaticMethod>(&o)) return s->function;
  if (auto* c = std::get_if<ClassMethod>(&o)) return heap.New(BoundMethod{Value(cls), c->function});
  if (auto* p = std::get_if<PropertyObject>(&o)) {
    if (self.is_none()) return attribute;
    UnconvertedScope unconverted(*this);
    return Call(Value(p->getter), std::vector<Value>{self}, where);
  }
  if (heap.External<TfFunction>(attribute)) return heap.New(BoundMethod{self, TfFunctionOfInstance(*ref, self)});
  if (auto bound = BindExternalMethod(attribute, self)) return *bound;
  return attribute;
}

// A decorated method has one tf.function, with its own traces, for each instance.
Value Interp::TfFunctionOfInstance(Ref function, const Value& self) {
  auto key = KeyOf(self, heap);
  if (!key) return Value(function);
  const auto& f = *heap.External<TfFunction>(Value(function));
  if (auto it = f.methods.find(*key); it != f.methods.end()) return it->second;
  auto copy = std::make_shared<TfFunction>(f);
  copy->methods.clear();
  Ref ref = heap.New(ExternalSlot{copy});
  heap.WriteExternal<TfFunction>(function).methods[*key] = ref;
  return ref;
}

std::optional<Value> Interp::TypeAttribute(const Value& self, Name name) {
  auto* instance = heap.as<InstanceObject>(self);
  if (!instance) return std::nullopt;
  Ref cls = instance->cls;
  if (const Value* v = ClassAttribute(cls, name)) return BindDescriptor(Value(*v), self, cls, span);
  return std::nullopt;
}

std::optional<Value> Interp::InstanceAttribute(const Value& self, Name name, Span where) {
  const InstanceObject& instance = *heap.as<InstanceObject>(self);
  Ref cls = instance.cls;
  const Value* in_class = ClassAttribute(cls, name);
  if (in_class && heap.as<PropertyObject>(*in_class)) return BindDescriptor(Value(*in_class), self, cls, where);
  for (auto& [n, v] : instance.attributes) {
    if (n != name || v.is<Undefined>()) {
      if (n == name) if (auto* u = v.as<Undefined>(); u && u->reason) ReadUndefined(*u, name, {}, where);
      continue;
    }
    if (v.is<Maybe>()) return ReadMaybe(v.get<Maybe>(), name, where);
    if (trace && !IsLibrary(where)) watch->OnRead(self.get<Ref>(), name, v, where);
    return v;
  }
  if (in_class) return BindDescriptor(Value(*in_class), self, cls, where);
  std::string_view text = TextOf(name);
  if (text == "__class__") return Value(cls);
  if (text == "__dict__") {
    DictObject dict;
    for (auto& [n, v] : std::vector(instance.attributes))
      if (!v.is<Undefined>()) DictInsert(dict, Value::String(std::string(TextOf(n))), v, where);
    return heap.New(std::move(dict));
  }
  if (text == "args" && instance.payload) return *instance.payload;
  if (text == "message" && instance.payload && !ExceptionType(self).empty()) return TextValue(ExceptionMessage(self));
  for (Ref base : LinearBases(cls)) {
    const BuiltinRow* row = heap.as<ClassObject>(base)->builtin;
    if (!row) continue;
    std::string prefix(row->name.substr(row->name.rfind('.') + 1));
    if (const BuiltinRow* member = FindBuiltin(prefix + "." + std::string(text))) return BindRow(member, self, where);
  }
  if (text == "__init__") return Builtin{FindBuiltin("object.__init__")};
  return std::nullopt;
}

Value Interp::BindRow(const BuiltinRow* row, const Value& self, Span where) {
  if (row->kind == BuiltinRow::Kind::kProperty) {
    Bound bound{*this, where, {}, {}, &self};
    return row->fn(bound);
  }
  if (row->kind == BuiltinRow::Kind::kConstant) return ReadRow(row, where);
  return BoundBuiltin{row, std::make_shared<const Value>(self)};
}

std::optional<Value> Interp::SuperAttribute(const SuperObject& super, Name name, Span where) {
  Ref of = super.cls;
  Ref start = of;
  if (auto* instance = heap.as<InstanceObject>(super.self)) start = instance->cls;
  std::vector<Ref> order = LinearBases(start);
  auto at = std::find(order.begin(), order.end(), of);
  for (auto it = at == order.end() ? order.begin() : at + 1; it != order.end(); ++it) {
    const ClassObject& cls = *heap.as<ClassObject>(*it);
    for (auto& [n, v] : cls.attributes)
      if (n == name) return BindDescriptor(Value(v), super.self, start, where);
    if (cls.builtin) {
      std::string prefix(cls.builtin->name.substr(cls.builtin->name.rfind('.') + 1));
      if (const BuiltinRow* row = FindBuiltin(prefix + "." + std::string(TextOf(name)))) return BindRow(row, super.self, where);
    }
  }
  if (TextOf(name) == "__init__") return BoundBuiltin{FindBuiltin("object.__init__"), std::make_shared<const Value>(super.self)};
  return std::nullopt;
}

std::optional<Value> Interp::TryAttribute(const Value& object, Name name, Span where) {
  if (object.is<Poison>()) return object;
  std::string_view text = TextOf(name);
  if (auto* m = object.as<ModuleValue>()) return ResolveModuleAttribute(*this, *m->path, name, where);
  if (AsEither(*this, object)) return OnEach(*this, object, [&](const Value& v) { return GetAttribute(v, name, where); }, where);
  if (auto* ref = object.as<Ref>()) {
    const Object& o = heap[*ref];
    if (std::get_if<InstanceObject>(&o)) {
      if (auto v = InstanceAttribute(object, name, where)) return v;
      if (auto getter = TypeAttribute(object, Intern("__getattr__"))) return Call(*getter, std::vector<Value>{Value::String(std::string(text))}, where);
      return std::nullopt;
    }
    if (auto* super = std::get_if<SuperObject>(&o)) return SuperAttribute(SuperObject(*super), name, where);
    if (auto* cls = std::get_if<ClassObject>(&o)) {
      if (text == "__name__" || text == "__qualname__") return Value::String(cls->name);
      if (const Value* v = ClassAttribute(*ref, name)) {
        Value attribute = *v;
        if (auto* s = heap.as<StaticMethod>(attribute)) return s->function;
        if (auto* c = heap.as<ClassMethod>(attribute)) return heap.New(BoundMethod{object, c->function});
        return attribute;
      }
      for (Ref base : LinearBases(*ref)) {
        const BuiltinRow* row = heap.as<ClassObject>(base)->builtin;
        if (!row) continue;
        std::string prefix(row->name.substr(row->name.rfind('.') + 1));
        if (const BuiltinRow* member = FindBuiltin(prefix + "." + std::string(text))) return Builtin{member};
      }
      return std::nullopt;
    }
    if (auto* f = std::get_if<FunctionObject>(&o)) {
      for (auto& [n, v] : f->attributes) if (n == name) return v;
      if (text == "__name__" || text == "__qualname__") return Value::String(f->name);
      if (text == "__doc__") return DocString(*f);
      return std::nullopt;
    }
    if (auto* m = std::get_if<BoundMethod>(&o)) {
      if (text == "__self__") return m->self;
      if (text == "__func__") return m->function;
      Value function = m->function;
      if (heap.External<TfFunction>(function))
        if (const BuiltinRow* row = FindBuiltin("BoundFunction." + std::string(text))) return BoundBuiltin{row, std::make_shared<const Value>(object)};
      return TryAttribute(function, name, where);
    }
    if (auto* p = std::get_if<PropertyObject>(&o)) {
      (void)p;
      if (text == "setter") return BoundBuiltin{FindBuiltin("property.setter"), std::make_shared<const Value>(object)};
    }
  }
  if (auto* t = object.as<Tuple>(); t && t->type.valid()) {
    if (auto index = NamedTupleField(*t, name)) return (*t->items)[*index];
    if (const Value* v = ClassAttribute(t->type, name)) return BindDescriptor(Value(*v), object, t->type, where);
    if (text == "_fields" || text == "_asdict" || text == "_replace") return NamedTupleMember(object, text);
  }
  if (auto* b = object.as<Builtin>()) {
    if (text == "__name__") return Value::String(std::string(b->row->name.substr(b->row->name.rfind('.') + 1)));
    if (b->row->kind == BuiltinRow::Kind::kClass) {
      std::string prefix(b->row->name.substr(b->row->name.rfind('.') + 1));
      if (const BuiltinRow* row = FindBuiltin(prefix + "." + std::string(text))) return Builtin{row};
    }
    return std::nullopt;
  }
  if (const BuiltinRow* row = FindBuiltin(RowPrefix(object) + "." + std::string(text))) return BindRow(row, object, where);
  return std::nullopt;
}

Value Interp::GetAttribute(const Value& object, Name name, Span where) {
  if (auto v = TryAttribute(object, name, where)) return *v;
  std::string text(TextOf(name));
  std::string type(TypeName(object));
  if (object.is<Tensor>() && !object.get<Tensor>().numpy && mode == Mode::kStaged && text == "numpy") {
    Diagnostic d{DiagnosticKind::kTensorToNumpy, "a tensor has no value while its tf.function is traced, so it has no numpy()", where};
    Raise(std::move(d), "AttributeError");
  }
  Diagnostic d{DiagnosticKind::kUnknownAttribute, {}, where};
  if (auto* cls = heap.as<ClassObject>(object)) d.message = "type object '" + cls->name + "' has no attribute '" + text + "'";
  else d.message = "'" + type + "' object has no attribute '" + text + "'";
  if (auto near = NearestSpelling(text, AttributeNames(object))) d.help.push_back("did you mean '" + std::string(*near) + "'?");
  Raise(std::move(d), "AttributeError");
}

std::vector<std::string> Interp::AttributeNames(const Value& object) const {
  std::vector<std::string> names;
  auto add_class = [&](Ref cls) {
    for (Ref base : LinearBases(cls))
      for (auto& [n, v] : heap.as<ClassObject>(base)->attributes) names.push_back(std::string(TextOf(n)));
  };
  if (auto* i = heap.as<InstanceObject>(object)) {
    for (auto& [n, v] : i->attributes) names.push_back(std::string(TextOf(n)));
    add_class(i->cls);
  } else if (auto* r = object.as<Ref>(); r && heap.as<ClassObject>(*r)) {
    add_class(*r);
  } else {
    for (std::string_view m : MembersOf(RowPrefix(object))) names.push_back(std::string(m));
  }
  return names;
}

void Interp::SetAttribute(const Value& object, Name name, const Value& value, Span where) {
  if (object.is<Poison>()) return;
  auto* ref = object.as<Ref>();
  if (ref) {
    if (auto* instance = heap.as<InstanceObject>(*ref)) {
      const Value* in_class = ClassAttribute(instance->cls, name);
      if (in_class) {
        if (auto* p = heap.as<PropertyObject>(*in_class)) {
          if (p->setter.is_none()) Raise(DiagnosticKind::kUnknownAttribute, "AttributeError", "property '" + std::string(TextOf(name)) + "' of '" + std::string(TypeName(object)) + "' object has no setter", where);
          UnconvertedScope unconverted(*this);
          Call(Value(p->setter), std::vector<Value>{object, value}, where);
          return;
        }
      }
      if (const Value* setter = ClassAttribute(instance->cls, Intern("__setattr__"))) {
        UnconvertedScope unconverted(*this);
        Call(BindDescriptor(Value(*setter), object, instance->cls, where), std::vector<Value>{Value::String(std::string(TextOf(name))), value}, where);
        return;
      }
      StoreInstanceAttribute(*ref, name, value, where);
      return;
    }
    if (heap.as<ClassObject>(*ref)) {
      auto& cls = heap.Write<ClassObject>(*ref, {SlotKey::Kind::kName, name.index, 0, {}});
      for (auto& [n, v] : cls.attributes) if (n == name) { v = value; return; }
      cls.attributes.push_back({name, value});
      return;
    }
    if (heap.as<FunctionObject>(*ref)) {
      auto& f = heap.Write<FunctionObject>(*ref, {SlotKey::Kind::kName, name.index, 0, {}});
      for (auto& [n, v] : f.attributes) if (n == name) { v = value; return; }
      f.attributes.push_back({name, value});
      return;
    }
  }
  if (const BuiltinRow* row = FindBuiltin(RowPrefix(object) + "." + std::string(TextOf(name)) + ".setter")) {
    Bound bound{*this, where, {value}, {where}, &object};
    row->fn(bound);
    return;
  }
  if (auto* m = object.as<ModuleValue>())
    Fail(DiagnosticKind::kUnsupportedSyntax, "assigning to the attributes of module '" + *m->path + "' is not supported", where);
  Raise(DiagnosticKind::kUnknownAttribute, "AttributeError", "'" + std::string(TypeName(object)) + "' object has no attribute '" + std::string(TextOf(name)) + "'", where);
}

void Interp::StoreInstanceAttribute(Ref object, Name name, const Value& value, Span where) {
  NoteStore(object, name, value, where);
  auto& instance = heap.Write<InstanceObject>(object, {SlotKey::Kind::kName, name.index, 0, {}});
  for (auto& [n, v] : instance.attributes)
    if (n == name) {
      v = value;
      return;
    }
  instance.attributes.push_back({name, value});
}

void Interp::DeleteAttribute(const Value& object, Name name, Span where) {
  auto* ref = object.as<Ref>();
  if (ref)
    if (auto* instance = heap.as<InstanceObject>(*ref)) {
      for (auto& [n, v] : instance->attributes)
        if (n == name && !v.is<Undefined>()) {
          auto& written = heap.Write<InstanceObject>(*ref, {SlotKey::Kind::kName, name.index, 0, {}});
          std::erase_if(written.attributes, [&](auto& entry) { return entry.first == name; });
          return;
        }
    }
  Raise(DiagnosticKind::kUnknownAttribute, "AttributeError", "'" + std::string(TypeName(object)) + "' object has no attribute '" + std::string(TextOf(name)) + "'", where);
}

}  // namespace lathe::staging
