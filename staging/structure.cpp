// Values as trees (structure.h).
#include "staging/structure.h"

#include "staging/either.h"
#include "staging/lists.h"
#include "staging/objects.h"
#include "support/check.h"

namespace lathe::staging {

bool IsLeaf(const Interp& in, const Value& v) {
  if (v.is<Tensor>() || v.is<Scalar>() || v.is<bool>() || v.is<Integer>() || v.is<double>() || v.is<std::complex<double>>() || v.is<Str>() || v.is<Bytes>()) return true;
  return in.heap.External<VariableObject>(v) || in.heap.External<TensorArrayObject>(v) || AsRunTimeList(in, v);
}

Leaf MakeLeaf(Interp& in, const Value& v, Span where) {
  if (auto* t = v.as<Tensor>()) {
    LeafKind kind = t->numpy_scalar ? LeafKind::kNumpyScalar : t->numpy ? LeafKind::kNumpy : LeafKind::kTensor;
    return {kind, in.Import(t->value, where)};
  }
  if (ir::ValueId list = IrListOf(in, v); list.valid()) return {LeafKind::kList, in.Import(list, where)};
  if (in.mode == Mode::kStaged || in.heap.External<VariableObject>(v)) {
    if (auto* s = v.as<Scalar>()) {
      ir::ValueId value = in.Import(s->value, where);
      if (s->kind == ScalarKind::kInt) value = in.Emit(ir::OpKind::kCast, {value}, ir::DTypeAttr{ir::DType::kInt32}, where);
      if (s->kind == ScalarKind::kFloat) value = in.Emit(ir::OpKind::kCast, {value}, ir::DTypeAttr{ir::DType::kFloat32}, where);
      return {LeafKind::kTensor, value};
    }
    return {LeafKind::kTensor, in.Import(in.ToTensor(v, {}, where), where)};
  }
  if (v.is<std::complex<double>>() || v.is<Bytes>()) return {LeafKind::kTensor, in.Import(in.ToTensor(v, {}, where), where)};
  ir::ValueId scalar = in.Import(in.ToScalar(v, where), where);
  switch (in.module.type(scalar).dtype) {
    case ir::DType::kBool: return {LeafKind::kScalarBool, scalar};
    case ir::DType::kInt64: return {LeafKind::kScalarInt, scalar};
    case ir::DType::kFloat64: return {LeafKind::kScalarFloat, scalar};
    default: return {LeafKind::kScalarStr, scalar};
  }
}

Value FromLeaf(LeafKind kind, ir::ValueId value) {
  switch (kind) {
    case LeafKind::kTensor: return Tensor{value};
    case LeafKind::kNumpy: return Tensor{value, true, false};
    case LeafKind::kNumpyScalar: return Tensor{value, true, true};
    case LeafKind::kScalarBool: return Scalar{ScalarKind::kBool, value};
    case LeafKind::kScalarInt: return Scalar{ScalarKind::kInt, value};
    case LeafKind::kScalarFloat: return Scalar{ScalarKind::kFloat, value};
    case LeafKind::kScalarStr: return Scalar{ScalarKind::kStr, value};
    case LeafKind::kList: break;
  }
  LATHE_UNREACHABLE("a list leaf needs its TensorArray");
}

bool IsContainer(const Interp& in, const Value& v) {
  if (v.is<Tuple>()) return true;
  if (!v.is<Ref>()) return false;
  return in.heap.as<ListObject>(v) || in.heap.as<DictObject>(v) || in.heap.External<IndexedSlicesObject>(v) || AsEither(in, v);
}

std::vector<Value> ChildrenOf(const Interp& in, const Value& v) {
  if (auto* t = v.as<Tuple>()) return *t->items;
  if (auto* l = in.heap.as<ListObject>(v)) return l->items;
  std::vector<Value> children;
  if (auto* d = in.heap.as<DictObject>(v)) {
    for (auto& [k, value] : d->entries) children.push_back(value);
  } else if (auto* s = in.heap.External<IndexedSlicesObject>(v)) {
    children = {s->values, s->indices, s->dense_shape};
  } else if (auto* e = AsEither(in, v)) {
    children.push_back(Scalar{ScalarKind::kInt, e->tag});
    children.insert(children.end(), e->alternatives.begin(), e->alternatives.end());
  }
  return children;
}

Value Rebuild(Interp& in, const Value& like, std::vector<Value> children) {
  if (auto* t = like.as<Tuple>()) return Tuple{std::make_shared<const std::vector<Value>>(std::move(children)), t->type};
  if (in.heap.as<ListObject>(like)) return in.heap.New(ListObject{std::move(children)});
  if (auto* d = in.heap.as<DictObject>(like)) {
    DictObject dict = *d;
    for (size_t i = 0; i < children.size(); i++) dict.entries[i].second = std::move(children[i]);
    return in.heap.New(std::move(dict));
  }
  if (AsEither(in, like)) {
    ir::ValueId tag = in.ToScalar(children[0], {});
    children.erase(children.begin());
    return MakeEither(in, tag, std::move(children));
  }
  auto slices = std::make_shared<IndexedSlicesObject>();
  slices->values = children[0];
  slices->indices = children[1];
  slices->dense_shape = children[2];
  return in.heap.New(ExternalSlot{slices});
}

bool SameContainer(const Interp& in, const Value& a, const Value& b) {
  auto *t = a.as<Tuple>(), *u = b.as<Tuple>();
  if (t || u) return t && u && t->items->size() == u->items->size() && t->type == u->type;
  auto *l = in.heap.as<ListObject>(a), *m = in.heap.as<ListObject>(b);
  if (l || m) return l && m && l->items.size() == m->items.size();
  auto *d = in.heap.as<DictObject>(a), *e = in.heap.as<DictObject>(b);
  if (d || e) {
    if (!d || !e || d->entries.size() != e->entries.size()) return false;
    for (auto& [key, position] : d->index) {
      auto it = e->index.find(key);
      if (it == e->index.end() || it->second != position) return false;
    }
    return true;
  }
  if (auto *x = AsEither(in, a), *y = AsEither(in, b); x || y) {
    if (!x || !y || x->alternatives.size() != y->alternatives.size()) return false;
    for (size_t i = 0; i < x->alternatives.size(); i++)
      if (!Joinable(in, x->alternatives[i], y->alternatives[i])) return false;
    return true;
  }
  return in.heap.External<IndexedSlicesObject>(a) && in.heap.External<IndexedSlicesObject>(b);
}

std::optional<std::vector<Value>> ChildrenLike(const Interp& in, const Value& like, const Value& v) {
  auto *d = in.heap.as<DictObject>(like), *e = in.heap.as<DictObject>(v);
  if (!d || !e) {
    if (!SameContainer(in, like, v)) return std::nullopt;
    return ChildrenOf(in, v);
  }
  if (d->entries.size() != e->entries.size()) return std::nullopt;
  std::vector<Value> children(d->entries.size());
  for (auto& [key, position] : d->index) {
    auto it = e->index.find(key);
    if (it == e->index.end()) return std::nullopt;
    children[position] = e->entries[it->second].second;
  }
  return children;
}

void Walk(const Interp& in, const Value& v, const std::function<void(const Value&)>& visit) {
  if (!IsContainer(in, v)) return visit(v);
  for (const Value& child : ChildrenOf(in, v)) Walk(in, child, visit);
}

Value Map(Interp& in, const Value& v, const std::function<Value(const Value&)>& map) {
  if (!IsContainer(in, v)) return map(v);
  std::vector<Value> children;
  for (const Value& child : ChildrenOf(in, v)) children.push_back(Map(in, child, map));
  return Rebuild(in, v, std::move(children));
}

bool HoldsTensor(const Interp& in, const Value& v) {
  bool holds = false;
  Walk(in, v, [&](const Value& leaf) {
    if (auto* t = leaf.as<Tensor>()) holds |= !(t->numpy && in.module.ConstantOf(t->value));
    holds |= IrListOf(in, leaf).valid();
  });
  return holds;
}

std::string Describe(const Interp& in, const Value& v) {
  if (auto* t = v.as<Tensor>()) return std::string(ir::NameOf(in.module.type(t->value).dtype));
  if (v.is_none()) return "None";
  if (v.is<Integer>()) return "int32";
  if (v.is<double>()) return "float32";
  if (v.is<bool>()) return "bool";
  if (v.is<Str>()) return "string";
  if (auto* t = v.as<Tuple>()) return "a tuple of " + std::to_string(t->items->size());
  if (auto* l = in.heap.as<ListObject>(v)) return "a list of " + std::to_string(l->items.size());
  if (auto* d = in.heap.as<DictObject>(v)) return "a dict of " + std::to_string(d->entries.size());
  return "a " + std::string(in.TypeName(v));
}

std::optional<Value> GetSlot(const Object& object, const SlotKey& slot) {
  switch (slot.kind) {
    case SlotKey::Kind::kName:
      if (auto* scope = std::get_if<ScopeObject>(&object)) {
        auto it = scope->variables.find(slot.name);
        if (it == scope->variables.end()) return std::nullopt;
        return it->second;
      }
      if (auto* instance = std::get_if<InstanceObject>(&object)) {
        for (auto& [n, v] : instance->attributes) if (n.index == slot.name) return v;
        return std::nullopt;
      }
      if (auto* cls = std::get_if<ClassObject>(&object)) {
        for (auto& [n, v] : cls->attributes) if (n.index == slot.name) return v;
        return std::nullopt;
      }
      if (auto* f = std::get_if<FunctionObject>(&object)) {
        for (auto& [n, v] : f->attributes) if (n.index == slot.name) return v;
      }
      return std::nullopt;
    case SlotKey::Kind::kIndex:
      if (auto* list = std::get_if<ListObject>(&object))
        if (slot.index < int64_t(list->items.size())) return list->items[slot.index];
      return std::nullopt;
    case SlotKey::Kind::kKey:
      if (auto* dict = std::get_if<DictObject>(&object)) {
        auto it = dict->index.find(slot.key);
        if (it != dict->index.end()) return dict->entries[it->second].second;
      }
      return std::nullopt;
    case SlotKey::Kind::kWhole: return std::nullopt;
  }
  return std::nullopt;
}

void SetSlot(Interp& in, Ref ref, const SlotKey& slot, const Value& value) {
  auto set_attribute = [&](auto& attributes) {
    for (auto& [n, v] : attributes)
      if (n.index == slot.name) {
        v = value;
        return;
      }
    attributes.push_back({Name{slot.name}, value});
  };
  switch (slot.kind) {
    case SlotKey::Kind::kName:
      if (in.heap.as<ScopeObject>(ref)) in.heap.Write<ScopeObject>(ref, slot).variables[slot.name] = value;
      else if (in.heap.as<InstanceObject>(ref)) set_attribute(in.heap.Write<InstanceObject>(ref, slot).attributes);
      else if (in.heap.as<ClassObject>(ref)) set_attribute(in.heap.Write<ClassObject>(ref, slot).attributes);
      else if (in.heap.as<FunctionObject>(ref)) set_attribute(in.heap.Write<FunctionObject>(ref, slot).attributes);
      return;
    case SlotKey::Kind::kIndex: in.heap.Write<ListObject>(ref, slot).items.at(slot.index) = value; return;
    case SlotKey::Kind::kKey: {
      auto& dict = in.heap.Write<DictObject>(ref, slot);
      auto it = dict.index.find(slot.key);
      LATHE_CHECK(it != dict.index.end(), "a dict slot that is not there");
      dict.entries[it->second].second = value;
      return;
    }
    case SlotKey::Kind::kWhole: LATHE_UNREACHABLE("a whole object is not a slot");
  }
}

}  // namespace lathe::staging
