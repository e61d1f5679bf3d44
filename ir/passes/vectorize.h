// Internals of passes/vectorize*.cpp.
#pragma once
#include <unordered_map>

#include "ir/passes/pipeline.h"
#include "ir/rewriter.h"

namespace lathe::ir {

// Maps that stay loops carry this text as their attribute.
constexpr const char* kSequentialMap = "sequential";
bool IsSequential(const Operation& map);

class Vectorizer : public Rewriter {
 public:
  Vectorizer(const Module& source, std::vector<SequentialMap>* notes) : Rewriter(source), notes_(notes) {}
  bool changed() const { return changed_; }

 private:
  // ---- vectorize.cpp ----
  void Visit(OpId op) override;
  bool VectorizeMap(OpId map, std::vector<ValueId>& results);
  void KeepSequential(OpId map, const std::string& reason);
  // The operations of a region of the map's body, batched. False: no way (nothing of it may be used).
  bool Process(const std::vector<OpId>& ops);
  bool ProcessOp(OpId op);
  bool ProcessPlain(OpId op);
  bool ProcessAssert(OpId op);
  BatchedValue Get(ValueId old) const;
  void Set(ValueId old, BatchedValue value);
  bool AnyBatched(const std::vector<ValueId>& values) const;
  ValueId Tile(BatchedValue value);  // invalid: not possible
  Type BatchedType(const Type& element) const;
  bool Guard(const Operation& op, std::vector<BatchedValue>& operands);
  ValueId AlignMask(ValueId mask, int64_t rank);

  // ---- vectorize_control.cpp ----
  bool ProcessIf(OpId op);
  bool UniformIf(OpId op, ValueId condition);
  bool VaryingIf(OpId op, ValueId condition);
  bool ProcessWhile(OpId op);
  bool UniformWhile(OpId op, std::vector<bool> batched, bool* varying);
  bool VaryingWhile(OpId op);
  bool ProcessInnerMap(OpId op);
  ValueId Choose(ValueId mask, BatchedValue yes, BatchedValue no, const Type& element, bool* batched);
  void MoveHere(RegionId region);
  ValueId Both(ValueId a, ValueId b);  // conjunction of masks; an invalid one is all true
  ValueId AnyOf(ValueId mask);
  bool ConditionOf(RegionId region, const std::vector<BatchedValue>& state, BatchedValue* result);

  // ---- vectorize_sequential.cpp ----
  bool Sequential(const std::vector<OpId>& ops, const std::string& reason);
  std::vector<ValueId> OuterUses(const std::vector<OpId>& ops) const;
  bool EffectsAllow(const std::vector<OpId>& ops, bool top) const;
  bool OnlyEffect(OpId op) const;
  OpId FirstEffect(const std::vector<OpId>& ops) const;   // invalid: none
  bool OneShape(const Type& result, const std::vector<ValueId>& inputs) const;

  std::vector<SequentialMap>* notes_;
  bool changed_ = false;
  // ---- of the map at hand ----
  bool refused_ = false;   // a part that stays sequential is an error
  std::unordered_map<uint32_t, BatchedValue> values_;
  ValueId size_;      // int32 scalar
  Dim extent_ = kUnknown;
  ValueId mask_;      // bool [size]: elements for which the code at hand counts; invalid: all
  bool unguarded_ = false;  // something emitted may fail although no element needs it
  bool top_ = true;
  std::vector<OpId> effects_;  // operations without results that are done last, element by element
};

}  // namespace lathe::ir
