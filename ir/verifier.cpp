// Input: a module. Output: the violations of its invariants. Checks ids, arity, dominance (a value is used after its
// definition, in the same region or one inside it), result dtypes against inference, and what regions yield.
#include "ir/op_table.h"
#include "ir/printer.h"

namespace lathe::ir {
namespace {

// Whether a value of type `from` may flow where `to` is declared: dtypes equal, shapes not in contradiction.
bool Fits(const Type& from, const Type& to) {
  if (from.kind != to.kind || from.dtype != to.dtype) return false;
  if (!from.shape.ranked || !to.shape.ranked) return true;
  if (from.shape.dims.size() != to.shape.dims.size()) return false;
  for (size_t i = 0; i < from.shape.dims.size(); ++i)
    if (IsKnown(from.shape.dims[i]) && IsKnown(to.shape.dims[i]) && from.shape.dims[i] != to.shape.dims[i]) return false;
  return true;
}

class Verifier {
 public:
  explicit Verifier(const Module& module) : module_(module), visible_(module.value_count(), false) {}

  std::vector<std::string> Run() {
    for (uint32_t i = 0; i < module_.function_count(); ++i) {
      function_ = FunctionId{i};
      RegionId body = module_[function_].body;
      if (!body.valid() || body.index >= module_.region_count()) {
        Report("has no body");
        continue;
      }
      if (module_[body].parent_op.valid()) Report("body belongs to an operation");
      CheckRegion(body);
    }
    if (!module_.main.valid() || module_.main.index >= module_.function_count()) {
      problems_.push_back("module has no main function");
    } else if (!module_[module_[module_.main].body].parameters.empty()) {
      problems_.push_back("the main function has parameters");
    }
    return std::move(problems_);
  }

 private:
  void Report(const std::string& what) {
    problems_.push_back("function '" + module_[function_].name + "' (@" + std::to_string(function_.index) + "): " + what);
  }
  void Report(const Operation& op, const std::string& what) { Report(std::string(RowOf(op.kind).name) + ": " + what); }

  bool Usable(ValueId id) const { return id.index < visible_.size() && visible_[id.index]; }

  void CheckRegion(RegionId id) {
    const Region& region = module_[id];
    if (region.function != function_) Report("region of another function");
    std::vector<ValueId> defined;
    auto define = [&](ValueId value) {
      if (value.index >= visible_.size()) {
        Report("a value that does not exist is defined");
        return;
      }
      if (visible_[value.index]) Report("value " + std::to_string(value.index) + " is defined twice");
      visible_[value.index] = true;
      defined.push_back(value);
    };
    for (size_t i = 0; i < region.parameters.size(); ++i) {
      define(region.parameters[i]);
      if (module_[region.parameters[i]].parameter_of != id || module_[region.parameters[i]].index != i)
        Report("a parameter does not know its region");
    }
    for (OpId op : region.operations) {
      if (module_[op].parent != id) Report(module_[op], "does not know its region");
      CheckOperation(op);
      for (size_t i = 0; i < module_[op].results.size(); ++i) {
        ValueId result = module_[op].results[i];
        define(result);
        if (module_[result].definition != op || module_[result].index != i)
          Report(module_[op], "a result does not know its operation");
      }
    }
    for (ValueId value : region.yields)
      if (!Usable(value)) Report("a region yields a value that is not visible");
    for (ValueId value : defined) visible_[value.index] = false;
  }

  void CheckOperation(OpId id) {
    const Operation& op = module_[id];
    const OpRow& row = RowOf(op.kind);
    int count = int(op.operands.size());
    if (count < row.min_operands || (row.max_operands >= 0 && count > row.max_operands)) {
      Report(op, "wrong number of operands");
      return;
    }
    for (ValueId operand : op.operands)
      if (!Usable(operand)) {
        Report(op, "uses a value before its definition");
        return;
      }
    if (row.results >= 0 && int(op.results.size()) != row.results) Report(op, "wrong number of results");
    for (RegionId region : op.regions) {
      if (module_[region].parent_op != id) Report(op, "a region does not know its operation");
      CheckRegion(region);
    }
    if (row.emission == Emission::kControl) {
      CheckControl(op);
    } else {
      CheckInferred(op, row);
    }
  }

  void CheckInferred(const Operation& op, const OpRow& row) {
    if (!op.regions.empty()) Report(op, "has regions");
    InferResult inferred = row.infer(InferInput{module_, op.operands, op.attrs, op.kind});
    if (inferred.error) {
      Report(op, inferred.error->diagnostic + ": " + inferred.error->message);
      return;
    }
    if (inferred.types.size() != op.results.size()) {
      Report(op, "inference gives another number of results");
      return;
    }
    for (size_t i = 0; i < op.results.size(); ++i)
      if (!Fits(inferred.types[i], module_.type(op.results[i])))
        Report(op, "result " + std::to_string(i) + " is " + ToString(module_.type(op.results[i])) +
                       ", inference gives " + ToString(inferred.types[i]));
  }

  void Expect(const Operation& op, const char* what, const std::vector<ValueId>& values, const std::vector<ValueId>& like) {
    if (values.size() != like.size()) {
      Report(op, std::string(what) + ": " + std::to_string(values.size()) + " instead of " + std::to_string(like.size()));
      return;
    }
    for (size_t i = 0; i < values.size(); ++i)
      if (!Fits(module_.type(values[i]), module_.type(like[i])))
        Report(op, std::string(what) + " " + std::to_string(i) + ": " + ToString(module_.type(values[i])) +
                       " does not fit " + ToString(module_.type(like[i])));
  }

  void ExpectScalarBool(const Operation& op, const char* what, ValueId value) {
    const Type& type = module_.type(value);
    if (type.kind != TypeKind::kTensor || type.dtype != DType::kBool || (type.shape.ranked && type.shape.rank() != 0))
      Report(op, std::string(what) + " is " + ToString(type) + ", not a scalar bool");
  }

  void CheckControl(const Operation& op) {
    size_t regions = op.kind == OpKind::kCall ? 0 : op.kind == OpKind::kMap ? 1 : 2;
    if (op.regions.size() != regions) {
      Report(op, "wrong number of regions");
      return;
    }
    auto region = [&](size_t i) -> const Region& { return module_[op.regions[i]]; };
    switch (op.kind) {
      case OpKind::kIf:
        ExpectScalarBool(op, "condition", op.operands[0]);
        Expect(op, "yield of then", region(0).yields, op.results);
        Expect(op, "yield of else", region(1).yields, op.results);
        if (!region(0).parameters.empty() || !region(1).parameters.empty()) Report(op, "a branch has parameters");
        break;
      case OpKind::kWhile:
        Expect(op, "initial value", op.operands, region(0).parameters);
        Expect(op, "initial value", op.operands, region(1).parameters);
        Expect(op, "yield of body", region(1).yields, region(1).parameters);
        Expect(op, "result", op.results, region(1).parameters);
        if (region(0).yields.size() == 1) {
          ExpectScalarBool(op, "yield of condition", region(0).yields[0]);
        } else {
          Report(op, "the condition does not yield one value");
        }
        break;
      case OpKind::kMap:
        if (region(0).parameters.size() != op.operands.size()) Report(op, "parameters and operands differ in number");
        if (region(0).yields.size() != op.results.size()) Report(op, "yields and results differ in number");
        break;
      case OpKind::kTry:
        Expect(op, "yield of body", region(0).yields, op.results);
        Expect(op, "yield of handler", region(1).yields, op.results);
        if (region(1).parameters.size() != 2) Report(op, "a handler has two parameters");
        break;
      case OpKind::kCall: CheckCall(op); break;
      default: Report(op, "is not control flow");
    }
  }

  void CheckCall(const Operation& op) {
    const CallAttr* attr = std::get_if<CallAttr>(&op.attrs);
    if (!attr || attr->callee.index >= module_.function_count()) {
      Report(op, "has no callee");
      return;
    }
    RegionId body = module_[attr->callee].body;
    if (!body.valid()) return;  // reported at the function
    Expect(op, "argument", op.operands, module_[body].parameters);
    Expect(op, "result", op.results, module_[body].yields);
  }

  const Module& module_;
  std::vector<bool> visible_;
  FunctionId function_;
  std::vector<std::string> problems_;
};

}  // namespace

std::vector<std::string> Verify(const Module& module) { return Verifier(module).Run(); }

}  // namespace lathe::ir
