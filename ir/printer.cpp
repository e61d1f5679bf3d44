// Input: a module. Output: its text, the same for the same module. Values are numbered per function in the order of
// their definition; symbols are named s0, s1, … in the order of their first appearance.
#include "ir/printer.h"

#include "ir/attrs_text.h"
#include "ir/op_table.h"

namespace lathe::ir {
namespace {

constexpr int64_t kShownElements = 16;

class Printer {
 public:
  explicit Printer(const Module& module) : module_(module) {}

  std::string Run() {
    for (uint32_t i = 0; i < module_.global_count(); ++i) {
      const Global& global = module_[GlobalId{i}];
      out_ += "global $" + std::to_string(i) + " " + Quoted(global.name) + ": " + TypeText(global.type);
      out_ += global.is_variable ? " variable\n" : "\n";
    }
    for (uint32_t i = 0; i < module_.function_count(); ++i) PrintFunction(FunctionId{i});
    return std::move(out_);
  }

 private:
  void PrintFunction(FunctionId id) {
    const Function& function = module_[id];
    numbers_.clear();
    if (!out_.empty()) out_ += "\n";
    out_ += id == module_.main ? "main @" : "function @";
    out_ += std::to_string(id.index) + " " + Quoted(function.name);
    if (!function.trace.empty()) out_ += " " + Quoted(function.trace);
    PrintRegion(function.body, 0);
    out_ += "\n";
  }

  void PrintRegion(RegionId id, int depth) {
    const Region& region = module_[id];
    out_ += "(";
    for (size_t i = 0; i < region.parameters.size(); ++i) {
      if (i) out_ += ", ";
      out_ += Define(region.parameters[i]) + ": " + TypeText(module_.type(region.parameters[i]));
    }
    out_ += ") {\n";
    for (OpId op : region.operations) PrintOperation(module_[op], depth + 1);
    Indent(depth + 1);
    out_ += "yield";
    for (size_t i = 0; i < region.yields.size(); ++i) out_ += (i ? ", " : " ") + Use(region.yields[i]);
    out_ += "\n";
    Indent(depth);
    out_ += "}";
  }

  void PrintOperation(const Operation& op, int depth) {
    Indent(depth);
    for (size_t i = 0; i < op.results.size(); ++i) out_ += (i ? ", " : "") + Define(op.results[i]);
    if (!op.results.empty()) out_ += " = ";
    out_ += RowOf(op.kind).name;
    for (size_t i = 0; i < op.operands.size(); ++i) out_ += (i ? ", " : " ") + Use(op.operands[i]);
    if (const LiteralAttr* literal = std::get_if<LiteralAttr>(&op.attrs))
      out_ += " " + LiteralText(literal->value, kShownElements);
    auto pairs = AttrPairs(module_, op.attrs);
    for (size_t i = 0; i < pairs.size(); ++i)
      out_ += (i ? ", " : " {") + pairs[i].first + " = " + pairs[i].second + (i + 1 == pairs.size() ? "}" : "");
    for (size_t i = 0; i < op.results.size(); ++i)
      out_ += (i ? ", " : " : ") + TypeText(module_.type(op.results[i]));
    for (RegionId region : op.regions) {
      out_ += " ";
      PrintRegion(region, depth);
    }
    out_ += "\n";
  }

  std::string TypeText(const Type& type) {
    std::string text(NameOf(type.dtype));
    if (!type.shape.ranked) {
      text += "[*]";
    } else {
      text += "[";
      for (size_t i = 0; i < type.shape.dims.size(); ++i) text += (i ? "," : "") + DimText(type.shape.dims[i]);
      text += "]";
    }
    return type.kind == TypeKind::kList ? "list<" + text + ">" : text;
  }

  std::string DimText(Dim d) {
    if (IsKnown(d)) return std::to_string(d);
    if (d == kUnknown) return "?";
    auto [at, fresh] = symbols_.emplace(d, symbols_.size());
    return "s" + std::to_string(at->second);
  }

  std::string Define(ValueId id) {
    numbers_.emplace(id.index, numbers_.size());
    return Use(id);
  }
  std::string Use(ValueId id) const {
    auto at = numbers_.find(id.index);
    return at == numbers_.end() ? "%undefined" : "%" + std::to_string(at->second);
  }
  void Indent(int depth) { out_.append(size_t(depth) * 2, ' '); }

  const Module& module_;
  std::map<uint32_t, size_t> numbers_;
  std::map<Dim, size_t> symbols_;
  std::string out_;
};

}  // namespace

std::string Print(const Module& module) { return Printer(module).Run(); }

}  // namespace lathe::ir
