// Map kernels. Flat spaces are one loop over elements; others are rows (all but the innermost group of dimensions) with a
// vector loop along each. Main loop: `unroll` vectors a trip; then one masked vector at a time.
#include "backend/llvm/kernel_emitter.h"

#include <algorithm>

#include "backend/llvm/kernel_body.h"
#include "support/check.h"

namespace lathe::backend {

using ir::DType;

Layout LayoutOf(const plan::KernelPlan& kernel, int sizes) {
  Layout layout;
  layout.outputs = int(kernel.inputs.size());
  layout.scalars = layout.outputs + int(kernel.outputs.size());
  layout.sizes = layout.scalars + 2 * int(kernel.scalars.size());
  layout.fault = layout.sizes + sizes;
  layout.words = layout.fault + 1;
  return layout;
}

int LanesOf(const plan::KernelPlan& kernel, const CpuTraits& cpu) {
  int64_t widest = 1;
  auto consider = [&](DType dtype) {
    int64_t bytes = dtype == DType::kFloat16 || dtype == DType::kBFloat16 ? 4 : ir::SizeOf(dtype);
    widest = std::max(widest, ir::IsComplex(dtype) ? bytes / 2 : bytes);
  };
  for (const plan::Node& node : kernel.nodes) {
    consider(node.dtype);
    if (node.kind == plan::Node::Kind::kOp) consider(node.operand);
    // Conversions of integers to 16-bit floats and of wide floats to narrow integers pass through 8-byte values.
    if (node.op == ir::ScalarOp::kCast && node.dtype != node.operand) {
      bool via_double = (node.dtype == DType::kFloat16 || node.dtype == DType::kBFloat16) && ir::IsInteger(node.operand);
      bool via_int64 = ir::IsFloating(node.operand) && ir::IsInteger(node.dtype) && node.dtype != DType::kInt32;
      if (via_double || via_int64) widest = std::max<int64_t>(widest, 8);
    }
  }
  return int(cpu.vector_bytes / widest);
}

int UnrollOf(const plan::KernelPlan& kernel) {
  int operations = 0;
  for (const plan::Node& node : kernel.nodes) {
    if (node.kind != plan::Node::Kind::kOp) continue;
    operations += MathName(node.op) != nullptr ? 25 : 1;
    if (node.op == ir::ScalarOp::kPow && !ir::IsFloating(node.operand)) return 1;
  }
  return operations < 12 ? 2 : 4;
}

namespace {

class MapEmitter {
 public:
  MapEmitter(Unit& unit, const plan::KernelPlan& kernel, const Layout& layout, const Nest& nest, llvm::Function* function)
      : kernel_(kernel), nest_(nest), layout_(layout), function_(function),
        body_(unit, kernel, layout, function, LanesOf(kernel, unit.target.cpu())), unit_(unit), b_(body_.builder()) {}

  void Run(int64_t shift) {
    for (size_t i = 0; i < kernel_.inputs.size(); ++i) inputs_.push_back(body_.WordPointer(int(i)));
    for (size_t i = 0; i < kernel_.outputs.size(); ++i) outputs_.push_back(body_.WordPointer(layout_.outputs + int(i)));
    llvm::Value* begin = function_->getArg(1);
    llvm::Value* end = function_->getArg(2);
    if (nest_.flat()) {
      std::vector<KernelBody::Cursor> cursors;
      for (size_t i = 0; i < inputs_.size(); ++i) {
        bool moves = nest_.groups.empty() ? !kernel_.inputs[i].single : nest_.groups[0].full[i];
        cursors.push_back({inputs_[i], moves, {}});
      }
      body_.LoadSplats(cursors);
      llvm::Value* total = body_.Word(layout_.sizes);
      llvm::Value* last = b_.CreateShl(end, uint64_t(shift));
      Row(cursors, outputs_, b_.CreateShl(begin, uint64_t(shift)),
          b_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, last, total));
    } else {
      Rows(begin, end);
    }
    b_.CreateRetVoid();
  }

 private:
  // Offsets of a row: digits of its number in the mixed base of the outer groups.
  void Rows(llvm::Value* begin, llvm::Value* end) {
    size_t count = nest_.groups.size();
    std::vector<llvm::Value*> sizes;
    for (size_t g = 0; g < count; ++g) sizes.push_back(body_.Word(layout_.sizes + int(g)));
    llvm::Value* inner = sizes.back();
    body_.Loop(begin, end, 1, [&](llvm::Value* row) {
      std::vector<llvm::Value*> digits(count - 1);
      llvm::Value* rest = row;
      for (size_t g = count - 1; g-- > 0;) {
        if (g == 0) {
          digits[g] = rest;
        } else {
          llvm::Value* quotient = b_.CreateUDiv(rest, sizes[g]);
          digits[g] = b_.CreateSub(rest, b_.CreateMul(quotient, sizes[g]));
          rest = quotient;
        }
      }
      std::vector<KernelBody::Cursor> cursors;
      for (size_t i = 0; i < inputs_.size(); ++i) {
        llvm::Value* offset = b_.getInt64(0);
        for (size_t g = 0; g + 1 < count; ++g) {
          if (nest_.groups[g].full[i]) offset = b_.CreateAdd(b_.CreateMul(offset, sizes[g]), digits[g]);
        }
        bool moves = nest_.groups.back().full[i];
        if (moves) offset = b_.CreateMul(offset, inner);
        llvm::Type* part = unit_.MemoryType(kernel_.inputs[i].dtype);
        if (ir::IsComplex(kernel_.inputs[i].dtype)) offset = b_.CreateShl(offset, 1);
        cursors.push_back({b_.CreateInBoundsGEP(part, inputs_[i], offset), moves, {}});
      }
      body_.LoadSplats(cursors);
      std::vector<llvm::Value*> outputs;
      for (size_t i = 0; i < outputs_.size(); ++i) {
        DType dtype = kernel_.nodes[size_t(kernel_.outputs[i].node)].dtype;
        llvm::Value* offset = b_.CreateMul(row, inner);
        if (ir::IsComplex(dtype)) offset = b_.CreateShl(offset, 1);
        outputs.push_back(b_.CreateInBoundsGEP(unit_.MemoryType(dtype), outputs_[i], offset));
      }
      Row(cursors, outputs, b_.getInt64(0), inner);
    });
  }

  void Row(const std::vector<KernelBody::Cursor>& cursors, const std::vector<llvm::Value*>& outputs, llvm::Value* begin,
           llvm::Value* end) {
    int unroll = UnrollOf(kernel_);
    int64_t lanes = body_.lanes(), step = unroll * lanes;
    auto store = [&](const std::vector<std::vector<Cell>>& values, llvm::Value* index, llvm::Value* mask) {
      for (size_t u = 0; u < values.size(); ++u) {
        llvm::Value* at = u == 0 ? index : b_.CreateAdd(index, b_.getInt64(u * uint64_t(lanes)));
        for (size_t i = 0; i < outputs.size(); ++i) {
          size_t node = size_t(kernel_.outputs[i].node);
          body_.Store(kernel_.nodes[node].dtype, outputs[i], at, values[u][node], mask);
        }
      }
    };
    llvm::Value* length = b_.CreateSub(end, begin);
    llvm::Value* whole = b_.CreateAnd(length, b_.getInt64(uint64_t(-step)));
    llvm::Value* middle = b_.CreateAdd(begin, whole);
    body_.Loop(begin, middle, step, [&](llvm::Value* i) { store(body_.Evaluate(cursors, i, unroll, nullptr), i, nullptr); });
    body_.Loop(middle, end, lanes, [&](llvm::Value* i) {
      llvm::Value* mask = body_.MaskOf(b_.CreateSub(end, i));
      store(body_.Evaluate(cursors, i, 1, mask), i, mask);
    });
  }

  const plan::KernelPlan& kernel_;
  const Nest& nest_;
  const Layout& layout_;
  llvm::Function* function_;
  KernelBody body_;
  Unit& unit_;
  llvm::IRBuilder<>& b_;
  std::vector<llvm::Value*> inputs_, outputs_;
};

}  // namespace

llvm::Function* EmitMapKernel(Unit& unit, const plan::KernelPlan& kernel, const std::string& name, FlatUnit flat) {
  auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(unit.context), {unit.ptr(), unit.i64(), unit.i64()}, false);
  auto* function = llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, name, *unit.module);
  unit.Decorate(function);
  Nest nest = NestOf(kernel);
  Layout layout = LayoutOf(kernel, int(std::max<size_t>(nest.groups.size(), 1)));
  MapEmitter(unit, kernel, layout, nest, function).Run(flat == FlatUnit::kBlocks ? kFlatBlockShift : 0);
  return function;
}

}  // namespace lathe::backend
