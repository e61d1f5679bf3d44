// Emission: operands made usable at the insertion point, inference errors turned into Python exceptions.
//
// A value may be used where it was made and in regions inside. A trace that uses a value of an enclosing trace gets it as an
// extra argument; one that uses a value of eager code gets it through a global that is set when the trace is made (that is
// what freezing means); constants are made again. Everything else has outlived its place: tensor-leak.
#include <algorithm>

#include "staging/function.h"
#include "staging/interp.h"
#include "support/check.h"

namespace lathe::staging {

namespace {

// TensorFlow's exception type for an inference error.
std::string_view ExceptionFor(std::string_view diagnostic) {
  if (diagnostic == "unsupported-dtype" || diagnostic == "unsupported-operand") return "TypeError";
  if (diagnostic == "axis-out-of-range" || diagnostic == "shape-mismatch" || diagnostic == "dtype-mismatch" ||
      diagnostic == "rank-mismatch" || diagnostic == "invalid-argument" || diagnostic == "index-out-of-range")
    return "InvalidArgumentError";
  return "ValueError";
}

}  // namespace

ir::RegionId Interp::DefiningRegion(ir::ValueId value) const {
  const ir::ValueInfo& info = module[value];
  return info.parameter_of.valid() ? info.parameter_of : module[info.definition].parent;
}

bool Interp::Encloses(ir::RegionId outer, ir::RegionId inner) const {
  for (ir::RegionId r = inner; r.valid();) {
    if (r == outer) return true;
    auto it = enclosing_.find(r.index);
    r = it == enclosing_.end() ? ir::RegionId{} : it->second;
  }
  return false;
}

ir::RegionId Interp::OpenRegion(const std::vector<ir::Type>& parameters) {
  ir::RegionId outer = builder.region();
  ir::RegionId region = builder.OpenRegion(parameters);
  enclosing_[region.index] = outer;
  return region;
}

void Interp::CloseRegion(std::vector<ir::ValueId> yields) { builder.CloseRegion(std::move(yields)); }

ir::ValueId Interp::Import(ir::ValueId value, Span where) {
  LATHE_CHECK(value.valid(), "import of no value");
  ir::RegionId home = DefiningRegion(value);
  if (Encloses(home, builder.region())) return value;
  if (const ir::Literal* literal = builder.ConstantOf(value)) return builder.Constant(*literal);
  ir::FunctionId here = module[builder.region()].function, there = module[home].function;
  if (here == there || trace == nullptr) Leak(value, where);
  auto found = trace->imported.find(value.index);
  if (found != trace->imported.end()) return found->second;
  ir::ValueId imported;
  if (there == module.main) {
    if (!Encloses(home, eager_region_)) Leak(value, where);
    ir::GlobalId global = module.NewGlobal({"captured", module.type(value), false});
    StoreWhereDefined(value, global);
    imported = EmitAtFunctionStart(ir::OpKind::kGlobalLoad, ir::GlobalAttr{global}, module.type(value));
  } else {
    // A value of an enclosing trace: an extra parameter, filled at the call. Traces in between pass it on.
    bool enclosing = false;
    for (TraceContext* t = trace->outer; t; t = t->outer) enclosing |= t->function == there;
    if (!enclosing) Leak(value, where);
    ir::RegionId body = module[here].body;
    ir::ValueInfo info;
    info.type = module.type(value);
    info.parameter_of = body;
    info.index = uint32_t(module[body].parameters.size());
    imported = module.NewValue(info);
    module[body].parameters.push_back(imported);
    trace->captures.push_back(value);
  }
  trace->imported[value.index] = imported;
  return imported;
}

// The store stands right after the value's definition, so that every later use of the trace finds it done.
void Interp::StoreWhereDefined(ir::ValueId value, ir::GlobalId global) {
  ir::RegionId home = DefiningRegion(value);
  ir::Operation op;
  op.kind = ir::OpKind::kGlobalStore;
  op.operands = {value};
  op.attrs = ir::GlobalAttr{global};
  op.parent = home;
  op.span = span;
  ir::OpId id = module.NewOp(std::move(op));
  pinned_.insert(id.index);
  auto& operations = module[home].operations;
  ir::OpId definition = module[value].definition;
  auto at = definition.valid() ? std::find(operations.begin(), operations.end(), definition) : operations.end();
  operations.insert(at == operations.end() ? operations.begin() : at + 1, id);
}

ir::ValueId Interp::EmitAtFunctionStart(ir::OpKind kind, ir::Attrs attrs, ir::Type type) {
  ir::FunctionId here = module[builder.region()].function;
  ir::RegionId body = module[here].body;
  ir::Operation op;
  op.kind = kind;
  op.attrs = std::move(attrs);
  op.parent = body;
  op.span = span;
  ir::ValueInfo info;
  info.type = std::move(type);
  info.definition = {uint32_t(module.op_count())};
  op.results = {module.NewValue(info)};
  ir::ValueId result = op.results[0];
  ir::OpId id = module.NewOp(std::move(op));
  pinned_.insert(id.index);
  auto& operations = module[body].operations;
  operations.insert(operations.begin(), id);
  return result;
}

void Interp::Leak(ir::ValueId value, Span where) {
  Diagnostic d{DiagnosticKind::kTensorLeak,
               "this tensor was made inside a function, branch or loop that is over; it has no value here",
               where.valid() ? where : span};
  auto it = leak_origin_.find(value.index);
  ir::OpId def = module[value].definition;
  if (it != leak_origin_.end()) {
    d.labels.push_back({d.span, "used here"});
    d.span = it->second;
    d.message = "a tensor made inside a tf.function, branch or loop is stored where it outlives it, and used later";
  } else if (def.valid()) {
    d.labels.push_back({module[def].span, "made here"});
  }
  d.help.push_back("return the value, or keep it in a tf.Variable");
  Fail(std::move(d));
}

std::vector<ir::ValueId> Interp::EmitMany(ir::OpKind kind, std::vector<ir::ValueId> operands, ir::Attrs attrs, Span where) {
  Step();
  for (ir::ValueId& operand : operands) operand = Import(operand, where);
  builder.SetSpan(UserSpan(where.valid() ? where : span));
  builder.SetDims(mode == Mode::kStaged ? ir::Builder::Dims::kNone : ir::Builder::Dims::kSymbols);
  auto results = builder.Emit(kind, std::move(operands), std::move(attrs));
  if (builder.error()) {
    ir::InferError error = *builder.error();
    auto diagnostic = FindDiagnostic(error.diagnostic);
    LATHE_CHECK(diagnostic.has_value(), "inference error without a diagnostic row: " + error.diagnostic);
    Raise(*diagnostic, ExceptionFor(error.diagnostic), error.message, where);
  }
  return results;
}

ir::ValueId Interp::Emit(ir::OpKind kind, std::vector<ir::ValueId> operands, ir::Attrs attrs, Span where) {
  auto results = EmitMany(kind, std::move(operands), std::move(attrs), where);
  return results.empty() ? ir::ValueId{} : results[0];
}

void Interp::InEagerCode(const std::function<void()>& body) {
  if (trace == nullptr) return body();
  ir::RegionId region = builder.region();
  Mode saved_mode = mode;
  TraceContext* saved_trace = trace;
  int64_t saved_folding = builder.folding();
  builder.SetRegion(eager_region_);
  builder.SetFolding(kEagerFolding);
  mode = Mode::kEager;
  trace = nullptr;
  auto restore = [&] {
    builder.SetRegion(region);
    builder.SetFolding(saved_folding);
    mode = saved_mode;
    trace = saved_trace;
  };
  try {
    body();
  } catch (...) {
    restore();
    throw;
  }
  restore();
}

void Interp::EmitPrint(const Text& text, bool to_stderr) {
  // Output is an effect of the running program: at trace time it belongs to the eager code that makes the trace.
  Emit(ir::OpKind::kPrint, {TextToIr(text)}, ir::TextAttr{{}, to_stderr ? 2 : 1});
}

}  // namespace lathe::staging
