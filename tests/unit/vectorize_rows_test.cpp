// Every row's batch rule against the loop over elements, bit for bit: all operands batched, and each alone.
#include <catch2/catch.hpp>
#include <cstring>

#include "ir/passes/pipeline.h"
#include "rows_table.h"

namespace lathe::ir::test {
namespace {

constexpr int64_t kLanes = 3;

bool SameBits(const TensorRef& a, const TensorRef& b) {
  const LtTensor &x = a.get(), &y = b.get();
  if (x.dtype != y.dtype || x.rank != y.rank || x.count != y.count) return false;
  for (int i = 0; i < x.rank; ++i)
    if (x.dims[i] != y.dims[i]) return false;
  return std::memcmp(x.data, y.data, size_t(x.count * lt_dtype_size(x.dtype))) == 0;
}

// The draws of all lanes, stacked.
Literal Lanes(const Operand& operand, uint32_t seed) {
  std::vector<int64_t> dims = operand.dims;
  dims.insert(dims.begin(), kLanes);
  Literal first = Draw(operand, seed);
  Literal all = Literal::Zeros(first.dtype(), dims);
  size_t bytes = size_t(first.count()) * size_t(SizeOf(first.dtype()));
  for (int64_t b = 0; b < kLanes; ++b)
    std::memcpy(all.mutable_data<char>() + size_t(b) * bytes, Draw(operand, seed + uint32_t(b)).as<char>(), bytes);
  return all;
}

// Runs the operation in a Map with the operands in `batched` sliced; returns the notes of the pass.
void Check(const Sample& sample, const std::vector<bool>& batched, bool may_loop) {
  std::vector<Type> types;
  std::vector<TensorRef> arguments;
  for (size_t i = 0; i < sample.operands.size(); ++i) {
    const Operand& o = sample.operands[i];
    if (o.values == "const") continue;
    Literal literal = batched[i] ? Lanes(o, uint32_t(i) * 5 + 1) : Draw(o, uint32_t(i) * 5 + 1);
    types.push_back(literal.type());
    arguments.push_back(RefOf(literal));
  }
  Program p(types);
  std::vector<ValueId> sliced, operands(sample.operands.size());
  std::vector<Type> slices;
  for (size_t i = 0, next = 0; i < operands.size(); ++i) {
    const Operand& o = sample.operands[i];
    if (o.values == "const") {
      operands[i] = p.b.Constant(Draw(o, 1));
      continue;
    }
    operands[i] = p.p(next++);
    if (!batched[i]) continue;
    sliced.push_back(operands[i]);
    Type type = p.module.type(operands[i]);
    type.shape.dims.erase(type.shape.dims.begin());
    slices.push_back(type);
  }
  RegionId body = p.b.OpenRegion(slices);
  for (size_t i = 0, next = 0; i < operands.size(); ++i)
    if (batched[i]) operands[i] = p.module[body].parameters[next++];
  std::vector<ValueId> results = p.b.MakeMany(sample.kind, operands, sample.attrs);
  p.b.CloseRegion(results);
  std::vector<Type> stacked;
  for (ValueId r : results) {
    Type type = p.module.type(r);
    type.shape.dims.insert(type.shape.dims.begin(), kLanes);
    stacked.push_back(type);
  }
  OpId map = p.b.EmitControl(OpKind::kMap, sliced, stacked, {body});
  REQUIRE(p.Finish(p.module[map].results) == std::vector<std::string>{});
  std::vector<SequentialMap> notes;
  Module fast = VectorizeMaps(p.module, &notes);
  std::vector<std::string> problems = Verify(fast);
  if (!problems.empty()) UNSCOPED_INFO(Print(fast));
  REQUIRE(problems == std::vector<std::string>{});
  if (!may_loop) CHECK(notes.empty());
  Interpreter slow(p.module), quick(fast);
  auto expected = slow.Call(p.function, arguments), actual = quick.Call(p.function, arguments);
  INFO(slow.error);
  INFO(quick.error);
  if (!expected && NotBuilt(slow.error)) return;
  REQUIRE(expected);
  REQUIRE(actual);
  for (size_t i = 0; i < results.size(); ++i) {
    CAPTURE(i);
    CHECK(SameBits((*expected)[i], (*actual)[i]));
  }
}

}  // namespace

TEST_CASE("vectorize: every row equals its loop, bit for bit") {
  // Forms whose rule is a loop of this operation alone.
  const std::vector<std::string> loops{"Linspace"};
  for (const Sample& s : AllSamples()) {
    bool may_loop = false;
    for (const std::string& name : loops) may_loop |= s.name.rfind(name, 0) == 0;
    DYNAMIC_SECTION(s.name) {
      std::vector<bool> all;
      int count = 0;
      for (const Operand& o : s.operands) {
        all.push_back(o.values != "const");
        count += all.back();
      }
      {
        INFO("all batched");
        Check(s, all, may_loop);
      }
      for (size_t i = 0; count > 1 && i < all.size(); ++i) {
        if (!all[i]) continue;
        std::vector<bool> one(all.size(), false);
        one[i] = true;
        INFO("only operand " << i << " batched");
        Check(s, one, may_loop);
      }
    }
  }
}

}  // namespace lathe::ir::test
