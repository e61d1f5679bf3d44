// Table-driven: for every row and sample, inference and evaluator agree about the results' types, the verifier accepts
// the module, and the passes do not change what the operation computes.
#include <catch2/catch.hpp>

#include "ir/eval.h"
#include "ir/evaluator.h"
#include "ir/passes/pipeline.h"
#include "ir/printer.h"
#include "ir_samples.h"

using namespace lathe;
using namespace lathe::ir;

namespace {

bool Fits(const Type& inferred, const Literal& value) {
  if (inferred.dtype != value.dtype()) return false;
  if (!inferred.shape.ranked) return true;
  if (inferred.shape.rank() != value.rank()) return false;
  for (int i = 0; i < value.rank(); ++i) {
    Dim d = inferred.shape.dims[size_t(i)];
    if (IsKnown(d) && d != value.dim(i)) return false;
  }
  return true;
}

std::optional<std::vector<Literal>> Evaluate(const BuiltSample& built, const OpSample& sample, OpKind kind) {
  std::vector<const Literal*> operands;
  for (const Literal& literal : sample.operands) operands.push_back(&literal);
  std::vector<Type> types;
  for (ValueId v : built.results) types.push_back(built.module.type(v));
  return Fold(built.module, kind, operands, sample.attrs, types);
}

// Rows without samples: they need lists, globals, files or regions.
bool NeedsModule(const OpRow& row) {
  return row.emission == Emission::kControl || row.emission == Emission::kGlobal || row.effect != Effect::kPure ||
         row.name.starts_with("List") || row.name == "StringJoinList";
}

bool Available(const OpRow& row) { return row.kernel == nullptr || eval::FindKernel(row.kernel) != nullptr; }

// Complex functions beyond arithmetic are not all there.
bool HasComplex(const OpSample& sample) {
  for (const Literal& l : sample.operands)
    if (IsComplex(l.dtype())) return true;
  return false;
}

}  // namespace

TEST_CASE("every row has a kernel in kernels.def and is found by name") {
  for (size_t i = 0; i < OpCount(); ++i) {
    const OpRow& row = RowOf(OpKind(i));
    CHECK(FindOp(row.name) == OpKind(i));
    if (row.kernel) {
      bool listed = false;
      std::string_view kernel = row.kernel;
#define KERNEL(name) listed |= kernel == #name;
#include "ir/kernels.def"
#undef KERNEL
      INFO(row.name);
      CHECK(listed);
    }
  }
}

TEST_CASE("inference agrees with the evaluator on every row") {
  size_t evaluated = 0;
  for (size_t i = 0; i < OpCount(); ++i) {
    OpKind kind = OpKind(i);
    const OpRow& row = RowOf(kind);
    std::vector<OpSample> samples = SamplesOf(kind);
    INFO(row.name);
    CHECK(samples.empty() == NeedsModule(row));
    size_t accepted = 0;
    for (const OpSample& sample : samples) {
      BuiltSample built = Build(kind, sample);
      if (built.error) {
        CHECK(built.error->diagnostic == "unsupported-dtype");
        continue;
      }
      ++accepted;
      CHECK(Verify(built.module) == std::vector<std::string>{});
      if (!Available(row)) continue;
      auto values = Evaluate(built, sample, kind);
      INFO("operand " << (sample.operands.empty() ? std::string() : ToString(sample.operands[0].type())));
      if (!values && HasComplex(sample)) continue;
      REQUIRE(values);
      ++evaluated;
      for (size_t k = 0; k < values->size(); ++k) {
        INFO(ToString(built.module.type(built.results[k])) << " against " << ToString((*values)[k].type()));
        CHECK(Fits(built.module.type(built.results[k]), (*values)[k]));
      }
    }
    CHECK((samples.empty() || accepted > 0));
  }
  CHECK(evaluated > 600);
}

TEST_CASE("operations on constants fold to the evaluator's values") {
  for (OpKind kind : {OpKind::kAdd, OpKind::kSum, OpKind::kDot, OpKind::kReshape, OpKind::kCast}) {
    for (const OpSample& sample : SamplesOf(kind)) {
      BuiltSample built = Build(kind, sample);
      if (built.error) continue;
      auto values = Evaluate(built, sample, kind);
      REQUIRE(values);
      Builder builder(built.module);
      RegionId body = built.module[built.module.main].body;
      built.module[body].yields = built.results;
      Module simple = Simplify(built.module);
      const Literal* folded = simple.ConstantOf(simple[simple[simple.main].body].yields[0]);
      REQUIRE(folded);
      CHECK(folded->Equals((*values)[0]));
    }
  }
}
