// Input: a module. Output: the module in which equal pure operations are computed once. Method: value numbering by
// kind, operands and attributes, in tables scoped by region (an inner region sees what encloses it).
#include <unordered_map>

#include "ir/op_table.h"
#include "ir/passes/pipeline.h"
#include "ir/rewriter.h"

namespace lathe::ir {
namespace {

constexpr int64_t kSharedElements = 4096;  // longer constants are compared by identity only

struct KeyBuilder {
  std::string key;
  void Int(int64_t v) { key.append(reinterpret_cast<const char*>(&v), sizeof v); }
  void Text(std::string_view text) {
    Int(int64_t(text.size()));
    key += text;
  }
};

class Sharing : public Rewriter {
 public:
  explicit Sharing(const Module& module) : Rewriter(module) {}

 private:
  void EnterRegion(RegionId) override { added_.emplace_back(); }
  void LeaveRegion(RegionId) override {
    for (const std::string& key : added_.back()) table_.erase(key);
    added_.pop_back();
  }

  void Visit(OpId id) override {
    const Operation& op = source()[id];
    const OpRow& row = RowOf(op.kind);
    if (row.effect != Effect::kPure || !op.regions.empty() || op.results.empty() || op.kind == OpKind::kPreventFold) {
      Copy(id);
      return;
    }
    std::string key = KeyOf(op);
    auto known = table_.find(key);
    if (known != table_.end()) {
      for (size_t i = 0; i < op.results.size(); ++i) Map(op.results[i], known->second[i]);
      return;
    }
    OpId now = Copy(id);
    table_.emplace(key, result()[now].results);
    added_.back().push_back(std::move(key));
  }

  std::string KeyOf(const Operation& op) {
    KeyBuilder k;
    k.Int(int64_t(op.kind));
    k.Int(int64_t(op.attrs.index()));
    for (ValueId v : op.operands) k.Int(Mapped(v).index);
    k.Int(-1);
    if (const LiteralAttr* literal = std::get_if<LiteralAttr>(&op.attrs)) {
      if (literal->value.count() <= kSharedElements) {
        k.Text(literal->value.Hash());
      } else {
        k.Int(int64_t(reinterpret_cast<intptr_t>(&literal->value.tensor())));
      }
    } else {
      std::vector<std::string_view> texts;
      for (int64_t word : EncodeAttrs(op.attrs, [&](std::string_view text) {
             texts.push_back(text);
             return int64_t(texts.size());
           }))
        k.Int(word);
      for (std::string_view text : texts) k.Text(text);
    }
    // A list type has the shape of its elements; results of one key must have one type.
    for (ValueId r : op.results) k.Int(int64_t(source().type(r).dtype));
    return std::move(k.key);
  }

  std::unordered_map<std::string, std::vector<ValueId>> table_;
  std::vector<std::vector<std::string>> added_;
};

}  // namespace

Module ShareCommon(const Module& module) { return Sharing(module).Run(); }

}  // namespace lathe::ir
