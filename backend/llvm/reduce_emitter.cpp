// The order is fixed (numerics.md): in a block of 4096, accumulator i of 64 takes elements i, i + 64, …; then pairwise
// halves. Lanes are accumulators (rows) or columns; both give the bits of the scalar definition.
#include "backend/llvm/reduce_emitter.h"

#include "backend/llvm/kernel_body.h"
#include "support/check.h"

namespace lathe::backend {

using ir::DType;
using ir::ScalarOp;

namespace {

// What leaves an accumulator as it is. Sums of floats: +0, and -0 where a single element is reduced (that keeps -0).
Cell IdentityOf(Unit& unit, llvm::IRBuilder<>& b, ScalarOp op, DType dtype, llvm::Value* extent) {
  llvm::Type* type = unit.RegisterType(dtype);
  if (op == ScalarOp::kAnd) return {llvm::ConstantInt::get(type, 1)};
  if (op == ScalarOp::kOr) return {llvm::ConstantInt::get(type, 0)};
  if (op == ScalarOp::kMax || op == ScalarOp::kMin) {
    bool max = op == ScalarOp::kMax;
    if (dtype == DType::kBFloat16) return {llvm::ConstantInt::get(type, max ? 0xff80 : 0x7f80)};
    if (type->isFloatingPointTy()) return {llvm::ConstantFP::getInfinity(type, max)};
    unsigned bits = type->getIntegerBitWidth();
    if (ir::IsUnsigned(dtype) || dtype == DType::kBool) {
      return {max ? llvm::ConstantInt::get(type, 0) : llvm::ConstantInt::get(type, llvm::APInt::getMaxValue(bits))};
    }
    return {llvm::ConstantInt::get(type, max ? llvm::APInt::getSignedMinValue(bits) : llvm::APInt::getSignedMaxValue(bits))};
  }
  if (op == ScalarOp::kMul) {
    if (dtype == DType::kBFloat16) return {llvm::ConstantInt::get(type, 0x3f80)};
    Cell one{type->isFloatingPointTy() ? llvm::ConstantFP::get(type, 1.0) : llvm::ConstantInt::get(type, 1)};
    if (ir::IsComplex(dtype)) one.im = llvm::ConstantFP::get(type, 0.0);
    return one;
  }
  llvm::Value* single = b.CreateICmpEQ(extent, b.getInt64(1));
  if (dtype == DType::kBFloat16) {
    return {b.CreateSelect(single, llvm::ConstantInt::get(type, 0x8000), llvm::ConstantInt::get(type, 0))};
  }
  if (!type->isFloatingPointTy()) return {llvm::ConstantInt::get(type, 0)};
  llvm::Value* zero = b.CreateSelect(single, llvm::ConstantFP::getZero(type, true), llvm::ConstantFP::get(type, 0.0));
  return {zero, ir::IsComplex(dtype) ? zero : nullptr};
}

class ReduceEmitter {
 public:
  ReduceEmitter(Unit& unit, const plan::KernelPlan& kernel, const Layout& layout, const ReduceNest& nest,
                llvm::Function* function)
      : unit_(unit), kernel_(kernel), nest_(nest), layout_(layout), function_(function),
        body_(unit, kernel, layout, function, LanesOf(kernel, unit.target.cpu())), b_(body_.builder()),
        lanes_(body_.lanes()), value_dtype_(kernel.nodes[size_t(kernel.outputs[0].node)].dtype),
        dtype_(AccumulatorOf(value_dtype_)) {}

  void Run() {
    for (size_t i = 0; i < kernel_.inputs.size(); ++i) inputs_.push_back(body_.WordPointer(int(i)));
    output_ = body_.WordPointer(layout_.outputs);
    extent_ = body_.Word(layout_.sizes + kExtent);
    blocks_ = body_.Word(layout_.sizes + kBlocks);
    columns_ = body_.Word(layout_.sizes + kColumns);
    strips_ = body_.Word(layout_.sizes + kStrips);
    for (size_t g = 0; g < nest_.outer(); ++g) sizes_.push_back(body_.Word(layout_.sizes + kOuterSizes + int(g)));
    complex_product_ = ir::IsComplex(dtype_) && kernel_.reducer == ScalarOp::kMul;
    ScalarEmitter emitter(unit_, b_, lanes_);
    identity_ = emitter.Splat(IdentityOf(unit_, b_, kernel_.reducer, dtype_, extent_));
    bool columns = nest_.shape == ReduceNest::Shape::kColumns;
    if (columns) {
      llvm::Type* part = unit_.MemoryType(dtype_);
      uint64_t count = uint64_t(kReduceAccumulators * kStrip) * (ir::IsComplex(dtype_) ? 2 : 1);
      scratch_ = b_.CreateAlloca(llvm::ArrayType::get(part, count));
      scratch_->setAlignment(llvm::Align(64));
    }
    body_.Loop(function_->getArg(1), function_->getArg(2), 1, [&](llvm::Value* task) {
      llvm::Value* strip = b_.CreateURem(task, strips_);
      llvm::Value* rest = b_.CreateUDiv(task, strips_);
      llvm::Value* block = b_.CreateURem(rest, blocks_);
      llvm::Value* row = b_.CreateUDiv(rest, blocks_);
      llvm::Value* begin = b_.CreateMul(block, b_.getInt64(kReduceBlock));
      llvm::Value* end = Min(b_.CreateAdd(begin, b_.getInt64(kReduceBlock)), extent_);
      if (columns) {
        Columns(row, rest, strip, begin, end);
      } else {
        Row(row, task, begin, end);
      }
    });
    b_.CreateRetVoid();
  }

 private:
  llvm::Value* Min(llvm::Value* a, llvm::Value* b) { return b_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, a, b); }

  Cell Combine(const Cell& a, const Cell& b, int lanes) {
    ScalarEmitter emitter(unit_, b_, lanes);
    Cell args[] = {a, b};
    return emitter.Emit(kernel_.reducer, dtype_, dtype_, args);
  }

  // What is reduced, in the accumulator's dtype, for each of `unroll` vectors.
  std::vector<Cell> Elements(const std::vector<KernelBody::Cursor>& cursors, llvm::Value* index, int unroll, llvm::Value* mask) {
    auto values = body_.Evaluate(cursors, index, unroll, mask);
    std::vector<Cell> cells;
    for (auto& nodes : values) {
      Cell cell = nodes[size_t(kernel_.outputs[0].node)];
      if (dtype_ != value_dtype_) {
        ScalarEmitter emitter(unit_, b_, lanes_);
        cell = emitter.Emit(ScalarOp::kCast, value_dtype_, dtype_, std::span<const Cell>(&cell, 1));
      }
      cells.push_back(cell);
    }
    return cells;
  }

  // Per input: the element offset of the row's first element, not counting the reduced and column positions.
  std::vector<llvm::Value*> OuterOffsets(llvm::Value* row) {
    size_t outer = nest_.outer();
    std::vector<llvm::Value*> digits(outer);
    llvm::Value* rest = row;
    for (size_t g = outer; g-- > 0;) {
      if (g == 0) {
        digits[g] = rest;
      } else {
        digits[g] = b_.CreateURem(rest, sizes_[g]);
        rest = b_.CreateUDiv(rest, sizes_[g]);
      }
    }
    std::vector<llvm::Value*> offsets;
    for (size_t i = 0; i < inputs_.size(); ++i) {
      llvm::Value* offset = b_.getInt64(0);
      for (size_t g = 0; g < outer; ++g) {
        if (nest_.groups[g].full[i]) offset = b_.CreateAdd(b_.CreateMul(offset, sizes_[g]), digits[g]);
      }
      offsets.push_back(offset);
    }
    return offsets;
  }

  llvm::Value* Element(size_t input, llvm::Value* offset) {
    if (ir::IsComplex(kernel_.inputs[input].dtype)) offset = b_.CreateShl(offset, 1);
    return b_.CreateInBoundsGEP(unit_.MemoryType(kernel_.inputs[input].dtype), inputs_[input], offset);
  }

  void AddPhis(std::vector<llvm::PHINode*>& phis, const Cell& cell) {
    auto add = [&](llvm::Value* v) {
      phis.push_back(b_.CreatePHI(v->getType(), 2));
    };
    add(cell.v);
    if (cell.im != nullptr) add(cell.im);
  }

  // One block of one row: lanes are accumulators.
  void Row(llvm::Value* row, llvm::Value* task, llvm::Value* begin, llvm::Value* end) {
    const ReduceNest::Group& inner = nest_.groups.back();
    std::vector<llvm::Value*> offsets = OuterOffsets(row);
    std::vector<KernelBody::Cursor> cursors;
    for (size_t i = 0; i < inputs_.size(); ++i) {
      llvm::Value* offset = inner.full[i] ? b_.CreateMul(offsets[i], extent_) : offsets[i];
      cursors.push_back({Element(i, offset), inner.full[i], {}});
    }
    body_.LoadSplats(cursors);
    int vectors = int(kReduceAccumulators / lanes_);
    std::vector<Cell> accumulators(size_t(vectors), identity_);
    // Whole rounds of 64 elements.
    llvm::Value* length = b_.CreateSub(end, begin);
    llvm::Value* middle = b_.CreateAdd(begin, b_.CreateAnd(length, b_.getInt64(uint64_t(-kReduceAccumulators))));
    llvm::BasicBlock* before = b_.GetInsertBlock();
    llvm::BasicBlock* loop = body_.Block("round");
    llvm::BasicBlock* tail = body_.Block("rest");
    b_.CreateCondBr(b_.CreateICmpSLT(begin, middle), loop, tail);
    b_.SetInsertPoint(loop);
    llvm::PHINode* index = b_.CreatePHI(b_.getInt64Ty(), 2);
    index->addIncoming(begin, before);
    std::vector<std::vector<llvm::PHINode*>> phis(static_cast<size_t>(vectors));
    for (auto& p : phis) AddPhis(p, identity_);
    std::vector<Cell> values = Elements(cursors, index, vectors, nullptr);
    std::vector<Cell> next;
    for (size_t v = 0; v < size_t(vectors); ++v) {
      Cell old{phis[v][0], phis[v].size() > 1 ? phis[v][1] : nullptr};
      next.push_back(Combine(old, values[v], lanes_));
    }
    llvm::Value* following = b_.CreateAdd(index, b_.getInt64(kReduceAccumulators));
    llvm::BasicBlock* latch = b_.GetInsertBlock();
    index->addIncoming(following, latch);
    for (size_t v = 0; v < size_t(vectors); ++v) {
      phis[v][0]->addIncoming(identity_.v, before);
      phis[v][0]->addIncoming(next[v].v, latch);
      if (phis[v].size() > 1) {
        phis[v][1]->addIncoming(identity_.im, before);
        phis[v][1]->addIncoming(next[v].im, latch);
      }
    }
    b_.CreateCondBr(b_.CreateICmpSLT(following, middle), loop, tail);
    b_.SetInsertPoint(tail);
    for (size_t v = 0; v < size_t(vectors); ++v) {
      std::vector<llvm::PHINode*> merged;
      AddPhis(merged, identity_);
      merged[0]->addIncoming(identity_.v, before);
      merged[0]->addIncoming(next[v].v, latch);
      accumulators[v].v = merged[0];
      if (merged.size() > 1) {
        merged[1]->addIncoming(identity_.im, before);
        merged[1]->addIncoming(next[v].im, latch);
        accumulators[v].im = merged[1];
      }
    }
    RowTail(cursors, middle, end, accumulators);
    Cell result = Tree(accumulators);
    if (complex_product_) {
      Cell first = Elements(cursors, begin, 1, body_.MaskOf(b_.CreateSub(end, begin)))[0];
      result = Alone(Cell{b_.CreateExtractElement(first.v, uint64_t{0}), b_.CreateExtractElement(first.im, uint64_t{0})}, result);
    }
    ScalarEmitter plain(unit_, b_, 1);
    llvm::Type* part = unit_.MemoryType(dtype_);
    llvm::Value* at = ir::IsComplex(dtype_) ? b_.CreateShl(task, 1) : task;
    llvm::Value* address = b_.CreateInBoundsGEP(part, output_, at);
    b_.CreateStore(plain.ToMemory(dtype_, result.v), address);
    if (result.im != nullptr) b_.CreateStore(result.im, b_.CreateConstInBoundsGEP1_64(part, address, 1));
  }

  // (1 + 0i) x is not x where parts are infinite or -0: a single element is passed on instead.
  Cell Alone(const Cell& element, const Cell& product) {
    llvm::Value* single = b_.CreateICmpEQ(extent_, b_.getInt64(1));
    return {b_.CreateSelect(single, element.v, product.v), b_.CreateSelect(single, element.im, product.im)};
  }

  // The last, incomplete round: vector after vector while elements are left.
  void RowTail(const std::vector<KernelBody::Cursor>& cursors, llvm::Value* middle, llvm::Value* end,
               std::vector<Cell>& accumulators) {
    llvm::BasicBlock* done = body_.Block("summed");
    std::vector<std::pair<llvm::BasicBlock*, std::vector<Cell>>> leaving;
    for (size_t v = 0; v < accumulators.size(); ++v) {
      llvm::Value* index = b_.CreateAdd(middle, b_.getInt64(v * uint64_t(lanes_)));
      llvm::BasicBlock* some = body_.Block("some");
      leaving.emplace_back(b_.GetInsertBlock(), accumulators);
      b_.CreateCondBr(b_.CreateICmpSLT(index, end), some, done);
      b_.SetInsertPoint(some);
      llvm::Value* mask = body_.MaskOf(b_.CreateSub(end, index));
      Cell value = Elements(cursors, index, 1, mask)[0];
      Cell masked{b_.CreateSelect(mask, value.v, identity_.v)};
      if (value.im != nullptr) masked.im = b_.CreateSelect(mask, value.im, identity_.im);
      accumulators[v] = Combine(accumulators[v], masked, lanes_);
    }
    leaving.emplace_back(b_.GetInsertBlock(), accumulators);
    b_.CreateBr(done);
    b_.SetInsertPoint(done);
    for (size_t v = 0; v < accumulators.size(); ++v) {
      std::vector<llvm::PHINode*> merged;
      AddPhis(merged, identity_);
      for (auto& [from, cells] : leaving) {
        merged[0]->addIncoming(cells[v].v, from);
        if (merged.size() > 1) merged[1]->addIncoming(cells[v].im, from);
      }
      accumulators[v] = {merged[0], merged.size() > 1 ? merged[1] : nullptr};
    }
  }

  // acc[i] += acc[i + w] for w = 32 … 1.
  Cell Tree(std::vector<Cell> accumulators) {
    while (accumulators.size() > 1) {
      size_t half = accumulators.size() / 2;
      for (size_t i = 0; i < half; ++i) accumulators[i] = Combine(accumulators[i], accumulators[i + half], lanes_);
      accumulators.resize(half);
    }
    Cell value = accumulators[0];
    for (int w = lanes_ / 2; w >= 1; w /= 2) {
      std::vector<int> low, high;
      for (int i = 0; i < w; ++i) {
        low.push_back(i);
        high.push_back(i + w);
      }
      auto part = [&](const std::vector<int>& lanes) {
        auto pick = [&](llvm::Value* v) -> llvm::Value* {
          if (w == 1) return b_.CreateExtractElement(v, uint64_t(lanes[0]));
          return b_.CreateShuffleVector(v, lanes);
        };
        return Cell{pick(value.v), value.im != nullptr ? pick(value.im) : nullptr};
      };
      Cell a = part(low), b = part(high);
      value = Combine(a, b, w);
    }
    return value;
  }

  // One block of a strip of columns: 64 rows of accumulators in memory, four rows of input per visit.
  void Columns(llvm::Value* row, llvm::Value* partial, llvm::Value* strip, llvm::Value* begin, llvm::Value* end) {
    std::vector<llvm::Value*> offsets = OuterOffsets(row);
    llvm::Value* first = b_.CreateMul(strip, b_.getInt64(kStrip));
    llvm::Value* width = Min(b_.CreateSub(columns_, first), b_.getInt64(kStrip));
    llvm::Value* live = Min(b_.CreateSub(end, begin), b_.getInt64(kReduceAccumulators));
    if (complex_product_) {
      live = b_.getInt64(kReduceAccumulators);
      body_.Loop(b_.getInt64(0), live, 1, [&](llvm::Value* i) {
        Strip(width, [&](llvm::Value* c, llvm::Value* mask) { body_.Store(dtype_, scratch_, ScratchIndex(i, c), identity_, mask); });
      });
    }
    body_.Loop(begin, end, 4 * kReduceAccumulators, [&](llvm::Value* base) {
      llvm::Value* fresh = complex_product_ ? b_.getFalse() : b_.CreateICmpEQ(base, begin);
      llvm::Value* residues = Min(b_.CreateSub(end, base), b_.getInt64(kReduceAccumulators));
      body_.Loop(b_.getInt64(0), residues, 1, [&](llvm::Value* i) {
        llvm::Value* r = b_.CreateAdd(base, i);
        // How many of the rows r, r + 64, r + 128, r + 192 exist.
        llvm::Value* last = b_.CreateAdd(r, b_.getInt64(3 * kReduceAccumulators));
        llvm::BasicBlock* four = body_.Block("four");
        llvm::BasicBlock* fewer = body_.Block("fewer");
        llvm::BasicBlock* done = body_.Block("visited");
        b_.CreateCondBr(b_.CreateICmpSLT(last, end), four, fewer);
        b_.SetInsertPoint(four);
        Visit(offsets, r, 4, i, fresh, first, width);
        b_.CreateBr(done);
        b_.SetInsertPoint(fewer);
        body_.Loop(r, end, kReduceAccumulators, [&](llvm::Value* one) {
          llvm::Value* untouched = b_.CreateAnd(fresh, b_.CreateICmpEQ(one, r));
          Visit(offsets, one, 1, i, untouched, first, width);
        });
        b_.CreateBr(done);
        b_.SetInsertPoint(done);
      });
    });
    ColumnTree(live, width);
    // An empty reduction has no accumulators with elements.
    llvm::Value* to = b_.CreateAdd(b_.CreateMul(partial, columns_), first);
    Strip(width, [&](llvm::Value* c, llvm::Value* mask) {
      Cell value = body_.Load(dtype_, scratch_, c, mask);
      llvm::Value* none = b_.CreateICmpSLE(live, b_.getInt64(0));
      value.v = b_.CreateSelect(none, identity_.v, value.v);
      if (value.im != nullptr) value.im = b_.CreateSelect(none, identity_.im, value.im);
      if (complex_product_) value = Alone(FirstOf(offsets, first, c, mask), value);
      body_.Store(dtype_, output_, b_.CreateAdd(to, c), value, mask);
    });
  }

  // The elements of row 0 at columns first + c.
  Cell FirstOf(const std::vector<llvm::Value*>& offsets, llvm::Value* first, llvm::Value* c, llvm::Value* mask) {
    std::vector<KernelBody::Cursor> row = CursorsOf(offsets, b_.getInt64(0), first);
    body_.LoadSplats(row);
    // An empty reduction has no row 0.
    llvm::Value* exists = b_.CreateVectorSplat(unsigned(lanes_), b_.CreateICmpSGT(extent_, b_.getInt64(0)));
    return Elements(row, c, 1, mask == nullptr ? exists : b_.CreateAnd(mask, exists))[0];
  }

  std::vector<KernelBody::Cursor> CursorsOf(const std::vector<llvm::Value*>& offsets, llvm::Value* r, llvm::Value* first) {
    const ReduceNest::Group& reduced = nest_.groups[nest_.outer()];
    const ReduceNest::Group& inner = nest_.groups.back();
    std::vector<KernelBody::Cursor> row;
    for (size_t i = 0; i < inputs_.size(); ++i) {
      llvm::Value* offset = offsets[i];
      if (reduced.full[i]) offset = b_.CreateAdd(b_.CreateMul(offset, extent_), r);
      if (inner.full[i]) offset = b_.CreateAdd(b_.CreateMul(offset, columns_), first);
      row.push_back({Element(i, offset), inner.full[i], {}});
    }
    return row;
  }

  template <class Body>
  void Strip(llvm::Value* width, Body body) {
    llvm::Value* whole = b_.CreateAnd(width, b_.getInt64(uint64_t(-int64_t(lanes_))));
    body_.Loop(b_.getInt64(0), whole, lanes_, [&](llvm::Value* c) { body(c, static_cast<llvm::Value*>(nullptr)); });
    body_.Loop(whole, width, lanes_, [&](llvm::Value* c) { body(c, body_.MaskOf(b_.CreateSub(width, c))); });
  }

  llvm::Value* ScratchIndex(llvm::Value* residue, llvm::Value* c) {
    return b_.CreateAdd(b_.CreateMul(residue, b_.getInt64(kStrip)), c);
  }

  void Visit(const std::vector<llvm::Value*>& offsets, llvm::Value* r, int rows, llvm::Value* residue, llvm::Value* fresh,
             llvm::Value* first, llvm::Value* width) {
    std::vector<std::vector<KernelBody::Cursor>> cursors;
    for (int k = 0; k < rows; ++k) {
      llvm::Value* at = b_.CreateAdd(r, b_.getInt64(uint64_t(k * kReduceAccumulators)));
      std::vector<KernelBody::Cursor> row = CursorsOf(offsets, at, first);
      body_.LoadSplats(row);
      cursors.push_back(std::move(row));
    }
    Strip(width, [&](llvm::Value* c, llvm::Value* mask) {
      llvm::Value* at = ScratchIndex(residue, c);
      Cell sum = body_.Load(dtype_, scratch_, at, mask);
      sum.v = b_.CreateSelect(fresh, identity_.v, sum.v);
      if (sum.im != nullptr) sum.im = b_.CreateSelect(fresh, identity_.im, sum.im);
      for (auto& row : cursors) {
        sum = Combine(sum, Elements(row, c, 1, mask)[0], lanes_);
      }
      body_.Store(dtype_, scratch_, at, sum, mask);
    });
  }

  // Accumulators at and above `live` have no elements; adding them changes nothing and is left out.
  void ColumnTree(llvm::Value* live, llvm::Value* width) {
    for (int64_t w = kReduceAccumulators / 2; w >= 1; w /= 2) {
      llvm::Value* pairs = Min(b_.CreateSub(live, b_.getInt64(uint64_t(w))), b_.getInt64(uint64_t(w)));
      body_.Loop(b_.getInt64(0), pairs, 1, [&](llvm::Value* i) {
        Strip(width, [&](llvm::Value* c, llvm::Value* mask) {
          llvm::Value* to = ScratchIndex(i, c);
          Cell a = body_.Load(dtype_, scratch_, to, mask);
          Cell b = body_.Load(dtype_, scratch_, ScratchIndex(b_.CreateAdd(i, b_.getInt64(uint64_t(w))), c), mask);
          body_.Store(dtype_, scratch_, to, Combine(a, b, lanes_), mask);
        });
      });
    }
  }

  Unit& unit_;
  const plan::KernelPlan& kernel_;
  const ReduceNest& nest_;
  const Layout& layout_;
  llvm::Function* function_;
  KernelBody body_;
  llvm::IRBuilder<>& b_;
  int lanes_;
  DType value_dtype_, dtype_;  // of the elements, of the accumulators
  std::vector<llvm::Value*> inputs_, sizes_;
  llvm::Value *output_ = nullptr, *extent_ = nullptr, *blocks_ = nullptr, *columns_ = nullptr, *strips_ = nullptr;
  llvm::AllocaInst* scratch_ = nullptr;
  Cell identity_;
  bool complex_product_ = false;
};

}  // namespace

llvm::Function* EmitReduceKernel(Unit& unit, const plan::KernelPlan& kernel, const std::string& name) {
  auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(unit.context), {unit.ptr(), unit.i64(), unit.i64()}, false);
  auto* function = llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, name, *unit.module);
  unit.Decorate(function);
  ReduceNest nest = ReduceNestOf(kernel);
  Layout layout = LayoutOf(kernel, int(kOuterSizes + nest.outer()));
  ReduceEmitter(unit, kernel, layout, nest, function).Run();
  return function;
}

llvm::Function* EmitCombine(Unit& unit, ScalarOp reducer, DType dtype, const std::string& name) {
  auto* p = unit.ptr();
  auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(unit.context), {p, p, unit.i64(), unit.i64(), unit.i64()}, false);
  auto* function = llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, name, *unit.module);
  unit.Decorate(function);
  plan::KernelPlan none;
  Layout layout;
  KernelBody body(unit, none, layout, function, 1);
  llvm::IRBuilder<>& b = body.builder();
  DType result = dtype;
  dtype = AccumulatorOf(dtype);
  llvm::Type* part = unit.MemoryType(dtype);
  bool complex = ir::IsComplex(dtype);
  llvm::Value* out = function->getArg(0);
  llvm::Value* partials = function->getArg(1);
  llvm::Value* rows = function->getArg(2);
  llvm::Value* blocks = function->getArg(3);
  llvm::Value* columns = function->getArg(4);
  // Partial results of 2^level blocks; which levels are filled are the bits of the number of blocks seen.
  llvm::Value* levels = b.CreateAlloca(llvm::ArrayType::get(part, 128));
  ScalarEmitter plain(unit, b, 1);
  auto address = [&](llvm::Value* base, llvm::Value* i) { return b.CreateInBoundsGEP(part, base, complex ? b.CreateShl(i, 1) : i); };
  auto load = [&](llvm::Value* base, llvm::Value* i) {
    llvm::Value* at = address(base, i);
    Cell cell{plain.FromMemory(dtype, b.CreateLoad(part, at))};
    if (complex) cell.im = b.CreateLoad(part, b.CreateConstInBoundsGEP1_64(part, at, 1));
    return cell;
  };
  auto store = [&](llvm::Value* base, llvm::Value* i, const Cell& cell) {
    llvm::Value* at = address(base, i);
    b.CreateStore(plain.ToMemory(dtype, cell.v), at);
    if (complex) b.CreateStore(cell.im, b.CreateConstInBoundsGEP1_64(part, at, 1));
  };
  auto join = [&](const Cell& x, const Cell& y) {
    Cell args[] = {x, y};
    return ScalarEmitter(unit, b, 1).Emit(reducer, dtype, dtype, args);
  };
  llvm::Value* zero = b.getInt64(0);
  llvm::Value* current = b.CreateAlloca(llvm::ArrayType::get(part, 2));
  body.Loop(zero, rows, 1, [&](llvm::Value* row) {
    body.Loop(zero, columns, 1, [&](llvm::Value* column) {
      body.Loop(zero, blocks, 1, [&](llvm::Value* block) {
        llvm::Value* at = b.CreateAdd(b.CreateMul(b.CreateAdd(b.CreateMul(row, blocks), block), columns), column);
        store(current, zero, load(partials, at));
        // Trailing ones of the block's number: levels to join with.
        llvm::Value* full = b.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, b.CreateNot(block), b.getFalse());
        body.Loop(zero, full, 1, [&](llvm::Value* level) {
          store(current, zero, join(load(levels, level), load(current, zero)));
        });
        store(levels, full, load(current, zero));
      });
      llvm::Value* lowest = b.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, blocks, b.getFalse());
      store(current, zero, load(levels, lowest));
      body.Loop(b.CreateAdd(lowest, b.getInt64(1)), b.getInt64(48), 1, [&](llvm::Value* level) {
        llvm::BasicBlock* take = body.Block("take");
        llvm::BasicBlock* next = body.Block("after");
        llvm::Value* bit = b.CreateAnd(b.CreateLShr(blocks, level), b.getInt64(1));
        b.CreateCondBr(b.CreateICmpNE(bit, zero), take, next);
        b.SetInsertPoint(take);
        store(current, zero, join(load(levels, level), load(current, zero)));
        b.CreateBr(next);
        b.SetInsertPoint(next);
      });
      llvm::Value* place = b.CreateAdd(b.CreateMul(row, columns), column);
      Cell value = load(current, zero);
      if (result == dtype) {
        store(out, place, value);
      } else {
        Cell narrow = plain.Emit(ScalarOp::kCast, dtype, result, std::span<const Cell>(&value, 1));
        b.CreateStore(narrow.v, b.CreateInBoundsGEP(unit.MemoryType(result), out, place));
      }
    });
  });
  b.CreateRetVoid();
  return function;
}

}  // namespace lathe::backend
