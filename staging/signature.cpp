// input_signature: whether it fits the function, conversion of arguments to it, the types that its one trace has.
#include "staging/function.h"
#include "staging/objects.h"
#include "staging/structure.h"

namespace lathe::staging {

namespace {

bool IsMethod(const Interp& in, const TfFunction& f, const std::vector<Name>& names) {
  return !in.heap.as<BoundMethod>(f.python_function) && !names.empty() && in.TextOf(names[0]) == "self";
}

// The arguments that the signature describes: without self.
std::vector<Value*> Described(Interp& in, const TfFunction& f, CallArgs& args) {
  std::vector<Value*> described;
  size_t first = IsMethod(in, f, ParameterNames(in, f.python_function)) ? 1 : 0;
  for (size_t i = first; i < args.positional.size(); i++) described.push_back(&args.positional[i]);
  for (auto& [n, v] : args.keywords) described.push_back(&v);
  return described;
}

class Fitter {
 public:
  Fitter(Interp& in, const TfFunction& f, Span where) : in_(in), f_(f), where_(where) {}

  Value Fit(const Value& spec, const Value& v) {
    if (auto* s = in_.heap.External<TensorSpecObject>(spec)) return FitTensor(*s, v);
    if (!IsContainer(in_, spec)) return v;
    if (!IsContainer(in_, v)) Mismatch("a '" + std::string(in_.TypeName(v)) + "'", Describe(in_, spec));
    std::vector<Value> specs = ChildrenOf(in_, spec), values = ChildrenOf(in_, v), out;
    auto *a = in_.heap.as<DictObject>(spec), *b = in_.heap.as<DictObject>(v);
    if (specs.size() != values.size() || !a != !b) Mismatch(Describe(in_, v), Describe(in_, spec));
    if (!a) {
      for (size_t i = 0; i < specs.size(); i++) out.push_back(Fit(specs[i], values[i]));
    } else {
      for (auto& [key, value] : a->entries) {
        auto found = b->index.find(KeyOf(key, in_.heap).value_or("?"));
        if (found == b->index.end()) Mismatch("a dict with other keys", Describe(in_, spec));
        out.push_back(Fit(value, values[found->second]));
      }
    }
    return Rebuild(in_, spec, std::move(out));
  }

  [[noreturn]] void Mismatch(const std::string& is, const std::string& wanted) {
    in_.Raise(Diagnostic{DiagnosticKind::kSignatureMismatch, "the argument is " + is + ", the input_signature of '" + f_.name + "' wants " + wanted, where_}, "TypeError");
  }

 private:
  Value FitTensor(const TensorSpecObject& s, const Value& v) {
    std::string wanted = std::string(ir::NameOf(s.dtype)) + " of shape " + ir::ToString(s.shape);
    if (in_.heap.External<TensorSpecObject>(v)) return v;
    ir::ValueId t;
    if (auto* tensor = v.as<Tensor>(); tensor && tensor->numpy && in_.module.type(tensor->value).dtype != ir::DType::kString) {
      t = in_.Import(tensor->value, where_);
      if (in_.module.type(t).dtype != s.dtype) t = in_.Emit(ir::OpKind::kCast, {t}, ir::DTypeAttr{s.dtype}, where_);
    } else if (v.is<Tensor>() || in_.heap.External<VariableObject>(v)) {
      t = in_.ToTensor(v, {}, where_);
    } else {
      Interp::CatchScope catches(in_);
      try {
        t = in_.ToTensor(v, s.dtype, where_);
      } catch (PyError&) {
        Mismatch("a '" + std::string(in_.TypeName(v)) + "'", wanted);
      }
    }
    const ir::Type& type = in_.module.type(t);
    if (!Accepts(ir::Type::Tensor(s.dtype, s.shape), type)) Mismatch(std::string(ir::NameOf(type.dtype)) + " of shape " + ir::ToString(type.shape), wanted);
    return Tensor{t};
  }

  Interp& in_;
  const TfFunction& f_;
  Span where_;
};

}  // namespace

bool Accepts(const ir::Type& declared, const ir::Type& type) {
  if (declared.kind != type.kind || declared.dtype != type.dtype) return false;
  if (!declared.shape.ranked) return true;
  if (!type.shape.ranked || declared.shape.dims.size() != type.shape.dims.size()) return false;
  for (size_t i = 0; i < type.shape.dims.size(); i++) {
    ir::Dim want = declared.shape.dims[i], have = type.shape.dims[i];
    if (want != have && want != ir::kUnknown && (ir::IsSymbol(want) || ir::IsKnown(have))) return false;
  }
  return true;
}

void ApplySignature(Interp& in, const TfFunction& f, CallArgs& args, Span where) {
  std::vector<Value> specs = in.RequireElements(*f.options.input_signature, "input_signature", where);
  std::vector<Value*> described = Described(in, f, args);
  Fitter fitter(in, f, where);
  if (described.size() < specs.size())
    in.Raise(Diagnostic{DiagnosticKind::kSignatureMismatch, "'" + f.name + "' takes " + std::to_string(specs.size()) + " arguments by its input_signature, not " + std::to_string(described.size()), where}, "TypeError");
  for (size_t i = 0; i < specs.size(); i++) *described[i] = fitter.Fit(specs[i], *described[i]);
}

std::vector<ir::Type> DeclaredTypes(Interp& in, const TfFunction& f, const TraceCall& call) {
  std::vector<ir::Type> declared = call.types, wanted;
  std::function<void(const Value&)> collect = [&](const Value& spec) {
    if (auto* s = in.heap.External<TensorSpecObject>(spec)) wanted.push_back(ir::Type::Tensor(s->dtype, s->shape));
    if (!IsContainer(in, spec)) return;
    std::vector<Value> children = ChildrenOf(in, spec);
    for (size_t i : KeyOrder(in, spec)) collect(children[i]);
  };
  collect(*f.options.input_signature);
  // Only what the signature describes can be a tensor, but for what a default value holds, which comes after it.
  for (size_t i = 0; i < wanted.size() && i < declared.size(); i++) declared[i] = wanted[i];
  return declared;
}

}  // namespace lathe::staging
