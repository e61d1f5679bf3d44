// Builds operations at an insertion point, with type inference, and (where asked) folds operations on small constants.
#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ir/ir.h"
#include "ir/op_table.h"

namespace lathe::ir {

// Thrown nowhere: inference errors come back in the optional; see Builder::error().
class Builder {
 public:
  explicit Builder(Module& module) : module_(module) {}
  Module& module() { return module_; }

  // ---- insertion ----
  void SetRegion(RegionId region) { region_ = region; }
  RegionId region() const { return region_; }
  // Whether operations may still be emitted there: the current region or one that encloses it.
  bool IsOpen(RegionId region) const {
    if (region == region_) return true;
    for (const auto& [outer, span] : open_)
      if (outer == region) return true;
    return false;
  }
  void SetSpan(Span span) { span_ = span; }
  Span span() const { return span_; }

  // How unknown result dimensions are named: as TensorFlow's None (staged code with unknown inputs), or fresh symbols.
  enum class Dims { kSymbols, kNone };
  void SetDims(Dims dims) { dims_ = dims; }
  // Folds pure operations whose operands are constants of at most `elements` elements in all; 0: never.
  void SetFolding(int64_t elements) { fold_elements_ = elements; }
  int64_t folding() const { return fold_elements_; }
  // While set, operations are emitted even where their value folds; ConstantOf(result) still answers (gradient tapes).
  void SetKeepFolded(bool keep) { keep_folded_ = keep; }

  // ---- operations ----
  // Emits; on an inference error returns an empty vector and error() holds it.
  std::vector<ValueId> Emit(OpKind kind, std::vector<ValueId> operands, Attrs attrs = NoAttrs{});
  // The single result; LATHE_CHECK that inference succeeded (for compiler-made code: vjp, batch rules, passes).
  ValueId Make(OpKind kind, std::vector<ValueId> operands, Attrs attrs = NoAttrs{});
  std::vector<ValueId> MakeMany(OpKind kind, std::vector<ValueId> operands, Attrs attrs = NoAttrs{});
  // Control flow and calls: result types are given, regions exist already.
  OpId EmitControl(OpKind kind, std::vector<ValueId> operands, std::vector<Type> results, std::vector<RegionId> regions,
                   Attrs attrs = NoAttrs{});
  // The same with result values that exist already (types set, no definition yet).
  OpId EmitControl(OpKind kind, std::vector<ValueId> operands, std::vector<ValueId> results, std::vector<RegionId> regions,
                   Attrs attrs = NoAttrs{});
  const std::optional<InferError>& error() const { return error_; }

  ValueId Constant(Literal literal);
  template <class T> ValueId Scalar(DType dtype, T value) { return Constant(Literal::Scalar(dtype, value)); }
  ValueId Ints(const std::vector<int64_t>& values);   // int32 vector (int64 if a value does not fit)
  // Known constant: a Constant's literal, or the folded value of an operation that was kept.
  const Literal* ConstantOf(ValueId id) const;

  // Opens a region (parameters of the given types) inside the current function; insertion moves there until closed.
  RegionId OpenRegion(const std::vector<Type>& parameters);
  void CloseRegion(std::vector<ValueId> yields);        // back to the region that was current at OpenRegion
  FunctionId OpenFunction(std::string name, std::string trace, const std::vector<Type>& parameters, Span span);
  void CloseFunction(std::vector<ValueId> results);
  Dim FreshSymbol() { return module_.FreshSymbol(); }

  // Observers see every operation emitted (gradient tapes).
  class Observer {
   public:
    virtual ~Observer() = default;
    virtual void OnEmit(OpId) = 0;
  };
  void AddObserver(Observer* o) { observers_.push_back(o); }
  void RemoveObserver(Observer* o) { std::erase(observers_, o); }
  bool observed() const { return !observers_.empty(); }

  // ---- shorthands used by rules and staging (all through Make) ----
  ValueId Add(ValueId a, ValueId b) { return Make(OpKind::kAdd, {a, b}); }
  ValueId Sub(ValueId a, ValueId b) { return Make(OpKind::kSub, {a, b}); }
  ValueId Mul(ValueId a, ValueId b) { return Make(OpKind::kMul, {a, b}); }
  ValueId Div(ValueId a, ValueId b) { return Make(OpKind::kDiv, {a, b}); }
  ValueId Neg(ValueId a) { return Make(OpKind::kNeg, {a}); }
  ValueId Cast(ValueId a, DType dtype);                 // the value itself when it has the dtype
  ValueId Select(ValueId c, ValueId a, ValueId b) { return Make(OpKind::kSelect, {c, a, b}); }
  ValueId ZerosLike(ValueId a);
  ValueId OnesLike(ValueId a);
  ValueId FullLike(ValueId a, double value);            // scalar constant of a's dtype broadcast to a's shape
  ValueId ScalarLike(ValueId a, double value);          // scalar constant of a's dtype
  ValueId ShapeOf(ValueId a, DType dtype = DType::kInt32);
  ValueId ReshapeLike(ValueId a, ValueId like);
  // Sums `a` down to the shape of `like` (undoes broadcasting).
  ValueId SumTo(ValueId a, ValueId like);
  ValueId Transpose(ValueId a, std::vector<int64_t> permutation);
  ValueId ExpandDims(ValueId a, int64_t axis);

 private:
  Module& module_;
  RegionId region_;
  Span span_;
  Dims dims_ = Dims::kSymbols;
  int64_t fold_elements_ = 0;
  bool keep_folded_ = false;
  std::optional<InferError> error_;
  std::vector<std::pair<RegionId, Span>> open_;
  std::vector<Observer*> observers_;

  void NameUnknownDims(OpKind kind, const std::vector<ValueId>& operands, std::vector<Type>& types);
  std::optional<std::vector<Literal>> TryFold(OpKind kind, const std::vector<ValueId>& operands, const Attrs& attrs,
                                              const std::vector<Type>& types) const;
};

}  // namespace lathe::ir
