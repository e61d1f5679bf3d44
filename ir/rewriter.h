// Copies a module; a pass overrides Visit to say what becomes of an operation. Globals, functions and symbols keep their
// ids and names; values are mapped.
#pragma once
#include <vector>

#include "ir/builder.h"

namespace lathe::ir {

class Rewriter {
 public:
  explicit Rewriter(const Module& source);
  virtual ~Rewriter() = default;
  Rewriter(const Rewriter&) = delete;
  Rewriter& operator=(const Rewriter&) = delete;
  Module Run();

 protected:
  // Each operation of a function, in program order, with the builder at the place of its copy. Must give a mapping to
  // every result that is used (Copy does).
  virtual void Visit(OpId op) { Copy(op); }
  // Around a region that is copied with its operation or function (scopes of tables).
  virtual void EnterRegion(RegionId) {}
  virtual void LeaveRegion(RegionId) {}

  // The operation with mapped operands and copied regions; the types of its results are kept.
  OpId Copy(OpId op);
  // Emits the operations of a region here instead of a copy of it, its parameters being `arguments` (values of the new
  // module); returns what it yields, mapped. When the region is another function's body its symbols are renamed: each
  // copy has sizes of its own.
  std::vector<ValueId> Splice(RegionId region, const std::vector<ValueId>& arguments);

  ValueId Mapped(ValueId old) const;
  std::vector<ValueId> Mapped(const std::vector<ValueId>& old) const;
  void Map(ValueId old, ValueId now);

  const Module& source() const { return source_; }
  Module& result() { return result_; }
  Builder& builder() { return builder_; }

 private:
  RegionId CopyRegion(RegionId old);
  Type Renamed(Type type);
  void BindSymbols(const Type& parameter, const Type& argument);

  const Module& source_;
  Module result_;
  Builder builder_;
  std::vector<ValueId> map_;
  std::map<Dim, Dim> renaming_;
  bool renames_ = false;
};

}  // namespace lathe::ir
