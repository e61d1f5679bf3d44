// A small interpreter over functions for tests of derivatives and vectorization: values in, values out.
#pragma once
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ir/builder.h"
#include "ir/eval.h"
#include "ir/evaluator.h"
#include "ir/printer.h"

namespace lathe::ir::test {

using eval::TensorRef;

inline TensorRef RefOf(const Literal& literal) { return TensorRef::Share(literal.tensor()); }

class Interpreter {
 public:
  explicit Interpreter(const Module& module) : m_(module) {}

  std::map<uint32_t, TensorRef> globals;
  int effects = 0;  // operations with kWrites executed, except calls

  // nullopt: a run-time error (text in `error`).
  std::optional<std::vector<TensorRef>> Call(FunctionId function, const std::vector<TensorRef>& arguments) {
    RegionId body = m_[function].body;
    std::map<uint32_t, TensorRef> outer = std::move(values_);
    values_.clear();
    for (size_t i = 0; i < arguments.size(); ++i) values_[m_[body].parameters[i].index] = arguments[i];
    bool ok = Run(body);
    std::vector<TensorRef> out;
    if (ok) out = Values(m_[body].yields);
    values_ = std::move(outer);
    if (!ok) return std::nullopt;
    return out;
  }
  std::string error;

 private:
  std::vector<TensorRef> Values(const std::vector<ValueId>& ids) {
    std::vector<TensorRef> out;
    for (ValueId id : ids) {
      auto it = values_.find(id.index);
      if (it == values_.end()) throw std::string("value %" + std::to_string(id.index) + " has no value");
      out.push_back(it->second);
    }
    return out;
  }
  bool Truth(const TensorRef& t) { return *static_cast<const bool*>(t.get().data); }

  bool Run(RegionId region) {
    for (OpId id : m_[region].operations)
      if (!Step(m_[id])) return false;
    return true;
  }

  bool Step(const Operation& op) {
    switch (op.kind) {
      case OpKind::kConstant:
        values_[op.results[0].index] = RefOf(std::get<LiteralAttr>(op.attrs).value);
        return true;
      case OpKind::kGlobalLoad:
        values_[op.results[0].index] = globals.at(std::get<GlobalAttr>(op.attrs).global.index);
        return true;
      case OpKind::kGlobalStore:
        globals[std::get<GlobalAttr>(op.attrs).global.index] = Values(op.operands)[0];
        ++effects;
        return true;
      case OpKind::kIf: {
        RegionId taken = op.regions[Truth(Values(op.operands)[0]) ? 0 : 1];
        if (!Run(taken)) return false;
        return Define(op, Values(m_[taken].yields));
      }
      case OpKind::kWhile: return Loop(op);
      case OpKind::kMap: return Map(op);
      case OpKind::kCall: {
        auto out = Call(std::get<CallAttr>(op.attrs).callee, Values(op.operands));
        return out && Define(op, *out);
      }
      default: return Plain(op);
    }
  }

  bool Define(const Operation& op, const std::vector<TensorRef>& values) {
    for (size_t i = 0; i < op.results.size(); ++i) values_[op.results[i].index] = values.at(i);
    return true;
  }

  bool Loop(const Operation& op) {
    std::vector<TensorRef> state = Values(op.operands);
    const Region &condition = m_[op.regions[0]], &body = m_[op.regions[1]];
    for (int trips = 0;; ++trips) {
      if (trips > 100000) throw std::string("endless loop");
      for (size_t i = 0; i < state.size(); ++i) values_[condition.parameters[i].index] = state[i];
      if (!Run(op.regions[0])) return false;
      if (!Truth(Values(condition.yields)[0])) break;
      for (size_t i = 0; i < state.size(); ++i) values_[body.parameters[i].index] = state[i];
      if (!Run(op.regions[1])) return false;
      state = Values(body.yields);
    }
    return Define(op, state);
  }

  bool Map(const Operation& op) {
    std::vector<TensorRef> operands = Values(op.operands);
    const Region& body = m_[op.regions[0]];
    int64_t n = operands[0].get().dims[0];
    std::vector<std::vector<TensorRef>> results(op.results.size());
    for (int64_t b = 0; b < n; ++b) {
      for (size_t i = 0; i < operands.size(); ++i) {
        const LtTensor& whole = operands[i].get();
        LtTensor part;
        lt_tensor_new(&part, whole.dtype, whole.rank - 1, whole.dims + 1);
        int64_t bytes = part.count * lt_dtype_size(whole.dtype);
        __builtin_memcpy(part.data, static_cast<char*>(whole.data) + b * bytes, size_t(bytes));
        values_[body.parameters[i].index] = TensorRef::Adopt(part);
      }
      if (!Run(op.regions[0])) return false;
      std::vector<TensorRef> yields = Values(body.yields);
      for (size_t i = 0; i < yields.size(); ++i) results[i].push_back(yields[i]);
    }
    std::vector<TensorRef> stacked;
    for (size_t i = 0; i < results.size(); ++i) {
      const Type& type = m_.type(op.results[i]);
      std::vector<int64_t> dims{n};
      if (n > 0) {
        const LtTensor& first = results[i][0].get();
        for (int k = 0; k < first.rank; ++k) dims.push_back(first.dims[k]);
      } else {
        for (size_t k = 1; k < type.shape.dims.size(); ++k) dims.push_back(type.shape.dims[k] < 0 ? 0 : type.shape.dims[k]);
      }
      LtTensor whole;
      lt_tensor_new(&whole, int32_t(type.dtype), int32_t(dims.size()), dims.data());
      int64_t bytes = n == 0 ? 0 : whole.count / n * lt_dtype_size(whole.dtype);
      for (int64_t b = 0; b < n; ++b)
        __builtin_memcpy(static_cast<char*>(whole.data) + b * bytes, results[i][size_t(b)].get().data, size_t(bytes));
      stacked.push_back(TensorRef::Adopt(whole));
    }
    return Define(op, stacked);
  }

  bool Plain(const Operation& op) {
    if (RowOf(op.kind).effect == Effect::kWrites) ++effects;
    std::vector<TensorRef> operands = Values(op.operands);
    std::vector<const LtTensor*> in;
    for (const TensorRef& t : operands) in.push_back(&t.get());
    std::vector<LtTensor> out(op.results.size());
    DType result = op.results.empty() ? DType::kBool : m_.type(op.results[0]).dtype;
    if (eval::Apply(&context_, op.kind, op.attrs, eval::Encode(op.attrs), {in.data(), in.size()}, result, out.data(),
                    out.size()) != 0) {
      error = context_.error_message ? std::string(context_.error_message->data, size_t(context_.error_message->length)) : "?";
      error = std::string(RowOf(op.kind).name) + ": " + error;
      lt_clear_error(&context_);
      return false;
    }
    std::vector<TensorRef> values;
    for (LtTensor& t : out) values.push_back(TensorRef::Adopt(t));
    return Define(op, values);
  }

  const Module& m_;
  std::map<uint32_t, TensorRef> values_;
  LtContext context_{};
};

// A kernel that the runtime does not have yet: said aloud, and the sample is left out.
inline bool NotBuilt(const std::string& error) {
  if (error.find("not available in this build") == std::string::npos) return false;
  WARN(error);
  return true;
}

// ---- making tensors ----
inline Literal Doubles(std::vector<int64_t> dims, const std::vector<double>& values) {
  Literal literal = Literal::Zeros(DType::kFloat64, std::move(dims));
  for (size_t i = 0; i < values.size(); ++i) literal.mutable_data<double>()[i] = values[i];
  return literal;
}

inline std::vector<double> ToDoubles(const TensorRef& t) {
  const auto* data = static_cast<const double*>(t.get().data);
  return {data, data + t.get().count};
}

inline std::vector<int64_t> DimsOf(const TensorRef& t) { return {t.get().dims, t.get().dims + t.get().rank}; }

// A module under construction: one function whose parameters have the given types.
struct Program {
  Module module;
  Builder b{module};
  FunctionId function;
  RegionId body;

  explicit Program(const std::vector<Type>& parameters) {
    FunctionId main = b.OpenFunction("main", "", {}, {});
    b.CloseFunction({});
    module.main = main;
    function = b.OpenFunction("f", "f", parameters, {});
    body = module[function].body;
  }
  ValueId p(size_t i) const { return module[body].parameters[i]; }
  ValueId D(double v) { return b.Scalar(DType::kFloat64, v); }
  ValueId I(int v) { return b.Scalar(DType::kInt32, v); }
  // Everything emitted so far in the function's body: what a tape that recorded all holds.
  std::vector<OpId> Tape() const { return module[body].operations; }
  std::vector<std::string> Finish(std::vector<ValueId> results) {
    b.CloseFunction(std::move(results));
    return Verify(module);
  }
};

inline Type F64(std::vector<Dim> dims = {}) { return Type::Tensor(DType::kFloat64, Shape{true, std::move(dims)}); }

}  // namespace lathe::ir::test
