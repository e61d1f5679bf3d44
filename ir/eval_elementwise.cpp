// Input: operand tensors. Output: one scalar function applied at each point of their broadcast shape. The walk goes row
// by row over the last dimension; operands have a stride of 0 where they broadcast.
#include <cstring>

#include "ir/eval.h"
#include "ir/eval_scalar.h"

namespace lathe::ir::eval {
namespace {

constexpr size_t kMaxOperands = 3;

struct Space {
  int rank = 0;
  int64_t dims[LT_MAX_RANK] = {};
  int64_t strides[kMaxOperands][LT_MAX_RANK] = {};
};

int32_t MakeSpace(LtContext* ctx, Inputs in, Space& space) {
  for (size_t k = 0; k < in.count; ++k) space.rank = std::max(space.rank, int(in[k].rank));
  for (int axis = 0; axis < space.rank; ++axis) {
    int64_t dim = 1;
    for (size_t k = 0; k < in.count; ++k) {
      int own = axis - (space.rank - in[k].rank);
      int64_t d = own < 0 ? 1 : in[k].dims[own];
      if (d == 1 || d == dim) continue;
      if (dim != 1) return lt_failf(ctx, "InvalidArgumentError", "Incompatible shapes: %h vs. %h", in.in[0], in.in[k]);
      dim = d;
    }
    space.dims[axis] = dim;
  }
  for (size_t k = 0; k < in.count; ++k) {
    int64_t stride = 1;
    for (int own = in[k].rank - 1; own >= 0; --own) {
      space.strides[k][own + space.rank - in[k].rank] = in[k].dims[own] == 1 ? 0 : stride;
      stride *= in[k].dims[own];
    }
  }
  return 0;
}

// row(offsets of the operands, their inner strides, offset of the result, length)
template <class Row>
void ForRows(const Space& space, int64_t count, Row&& row) {
  if (count == 0) return;
  int inner = space.rank - 1;
  int64_t length = space.rank == 0 ? 1 : space.dims[inner];
  int64_t step[kMaxOperands] = {}, at[kMaxOperands] = {}, index[LT_MAX_RANK] = {};
  for (size_t k = 0; k < kMaxOperands; ++k) step[k] = space.rank == 0 ? 0 : space.strides[k][inner];
  for (int64_t out = 0; out < count; out += length) {
    row(at, step, out, length);
    for (int axis = inner - 1; axis >= 0; --axis) {
      for (size_t k = 0; k < kMaxOperands; ++k) at[k] += space.strides[k][axis];
      if (++index[axis] < space.dims[axis]) break;
      for (size_t k = 0; k < kMaxOperands; ++k) at[k] -= space.strides[k][axis] * space.dims[axis];
      index[axis] = 0;
    }
  }
}

struct Work {
  LtContext* ctx;
  Inputs in;
  Space space;
  LtTensor* out;
};

int32_t NotDefined(LtContext* ctx, OpKind kind, int32_t dtype) {
  std::string text = std::string(RowOf(kind).name) + " is not available for " + std::string(NameOf(DType(dtype)));
  return lt_fail(ctx, "UnimplementedError", text.c_str());
}

int32_t RaiseFault(LtContext* ctx, Fault fault) {
  if (fault == Fault::kNegativePower)
    return lt_fail(ctx, "InvalidArgumentError", "Integers to negative integer powers are not allowed");
  return lt_fail(ctx, "InvalidArgumentError", "Integer division by zero");
}

// Result of the operands' own dtype.
int32_t SameType(Work& w, OpKind kind, ScalarOp op, DType dtype) {
  Fault fault = Fault::kNone;
  int32_t failed = WithStorage(dtype, [&]<class S>(S) -> int32_t {
    using W = typename S::Wide;
    const void *a = w.in[0].data, *b = w.in.count > 1 ? w.in[1].data : nullptr;
    void* out = w.out->data;
    bool relu = kind == OpKind::kRelu;
    if (w.in.count == 1 && !relu) {
      UnaryFn<W> f = UnaryOf<W>(op);
      if (!f) return 1;
      ForRows(w.space, w.out->count, [&](const int64_t* at, const int64_t* step, int64_t o, int64_t n) {
        for (int64_t i = 0; i < n; ++i) S::Store(out, o + i, f(S::Load(a, at[0] + i * step[0])));
      });
      return 0;
    }
    BinaryFn<W> f = BinaryOf<W>(op);
    if (!f) return 1;
    ScalarState state;
    state.bits = int(SizeOf(dtype) * 8);
    ForRows(w.space, w.out->count, [&](const int64_t* at, const int64_t* step, int64_t o, int64_t n) {
      for (int64_t i = 0; i < n; ++i) {
        W y = relu ? W{} : S::Load(b, at[1] + i * step[1]);
        S::Store(out, o + i, f(S::Load(a, at[0] + i * step[0]), y, state));
      }
    });
    fault = state.fault;
    return 0;
  });
  if (failed) return NotDefined(w.ctx, kind, int32_t(dtype));
  return fault == Fault::kNone ? 0 : RaiseFault(w.ctx, fault);
}

std::string_view StringAt(const LtTensor& t, int64_t i) {
  const LtString* s = static_cast<LtString* const*>(t.data)[i];
  return s ? std::string_view(s->data, size_t(s->length)) : std::string_view();
}

int32_t CompareStrings(Work& w, OpKind kind, ScalarOp op) {
  auto* out = static_cast<uint8_t*>(w.out->data);
  ForRows(w.space, w.out->count, [&](const int64_t* at, const int64_t* step, int64_t o, int64_t n) {
    for (int64_t i = 0; i < n; ++i) {
      int c = StringAt(w.in[0], at[0] + i * step[0]).compare(StringAt(w.in[1], at[1] + i * step[1]));
      bool r = op == ScalarOp::kEq ? c == 0 : op == ScalarOp::kNe ? c != 0 : op == ScalarOp::kLt ? c < 0
             : op == ScalarOp::kLe ? c <= 0 : op == ScalarOp::kGt ? c > 0 : c >= 0;
      out[o + i] = r;
    }
  });
  (void)kind;
  return 0;
}

int32_t Compare(Work& w, OpKind kind, ScalarOp op, DType dtype) {
  if (dtype == DType::kString) return CompareStrings(w, kind, op);
  int32_t failed = WithStorage(dtype, [&]<class S>(S) -> int32_t {
    auto f = CompareOf<typename S::Wide>(op);
    if (!f) return 1;
    auto* out = static_cast<uint8_t*>(w.out->data);
    ForRows(w.space, w.out->count, [&](const int64_t* at, const int64_t* step, int64_t o, int64_t n) {
      for (int64_t i = 0; i < n; ++i)
        out[o + i] = f(S::Load(w.in[0].data, at[0] + i * step[0]), S::Load(w.in[1].data, at[1] + i * step[1]));
    });
    return 0;
  });
  return failed ? NotDefined(w.ctx, kind, int32_t(dtype)) : 0;
}

int32_t Predicate(Work& w, ScalarOp op, DType dtype) {
  auto* out = static_cast<uint8_t*>(w.out->data);
  return WithStorage(dtype, [&]<class S>(S) -> int32_t {
    if constexpr (std::is_floating_point_v<typename S::Wide>) {
      for (int64_t i = 0; i < w.out->count; ++i) {
        auto x = S::Load(w.in[0].data, i);
        bool nan = x != x, infinite = x - x != x - x && !nan;
        out[i] = op == ScalarOp::kIsNan ? nan : op == ScalarOp::kIsInf ? infinite : !nan && !infinite;
      }
      return 0;
    } else {
      return 1;
    }
  });
}

int32_t SelectElements(Work& w, DType dtype) {
  int64_t size = SizeOf(dtype);
  auto* condition = static_cast<const uint8_t*>(w.in[0].data);
  auto* out = static_cast<char*>(w.out->data);
  ForRows(w.space, w.out->count, [&](const int64_t* at, const int64_t* step, int64_t o, int64_t n) {
    for (int64_t i = 0; i < n; ++i) {
      int k = condition[at[0] + i * step[0]] ? 1 : 2;
      std::memcpy(out + (o + i) * size, static_cast<const char*>(w.in[size_t(k)].data) + (at[k] + i * step[k]) * size,
                  size_t(size));
    }
  });
  if (dtype == DType::kString)
    for (int64_t i = 0; i < w.out->count; ++i) lt_string_retain(static_cast<LtString**>(w.out->data)[i]);
  return 0;
}

// ---- casts ----
template <class R>
int64_t FloatToInt(R x, DType to) {
  bool narrow = to == DType::kInt32;
  R limit = narrow ? R(0x1p31) : R(0x1p63);
  if (!(x < limit && x > -limit)) return narrow ? INT32_MIN : INT64_MIN;
  return int64_t(x);
}

template <class W, class S>
void Convert(W v, void* out, int64_t i, DType to) {
  using To = typename S::Wide;
  if constexpr (requires { v.re; }) {
    if constexpr (requires(To t) { t.re; }) {
      using R = decltype(To{}.re);
      S::Store(out, i, To{R(v.re), R(v.im)});
    } else if constexpr (std::is_same_v<S, BoolStorage>) {
      S::Store(out, i, v.re != 0 || v.im != 0);
    } else {
      Convert<decltype(v.re), S>(v.re, out, i, to);
    }
  } else if constexpr (requires(To t) { t.re; }) {
    using R = decltype(To{}.re);
    S::Store(out, i, To{R(v), R(0)});
  } else if constexpr (std::is_same_v<S, BoolStorage>) {
    S::Store(out, i, v != 0);
  } else if constexpr (std::is_floating_point_v<W> && std::is_integral_v<To>) {
    S::Store(out, i, To(FloatToInt(v, to)));
  } else if constexpr (std::is_same_v<S, HalfStorage>) {
    static_cast<uint16_t*>(out)[i] = math::DoubleToHalf(double(v));
  } else if constexpr (std::is_same_v<S, BFloatStorage>) {
    static_cast<uint16_t*>(out)[i] = math::DoubleToBFloat(double(v));
  } else {
    S::Store(out, i, To(v));
  }
}

int32_t CastElements(Work& w, DType from, DType to) {
  if (from == to && from == DType::kString) {
    for (int64_t i = 0; i < w.out->count; ++i) {
      LtString* s = static_cast<LtString* const*>(w.in[0].data)[i];
      lt_string_retain(s);
      static_cast<LtString**>(w.out->data)[i] = s;
    }
    return 0;
  }
  return WithStorage(from, [&]<class S>(S) -> int32_t {
    using W = typename S::Wide;
    void (*convert)(W, void*, int64_t, DType) = nullptr;
    WithStorage(to, [&]<class T>(T) -> int32_t {
      convert = Convert<W, T>;
      return 0;
    });
    if (!convert) return 1;
    for (int64_t i = 0; i < w.out->count; ++i) convert(S::Load(w.in[0].data, i), w.out->data, i, to);
    return 0;
  });
}

// ---- complex parts ----
template <class R>
void Parts(Work& w, ScalarOp op) {
  auto* out = static_cast<R*>(w.out->data);
  auto* in = static_cast<const ComplexOf<R>*>(w.in[0].data);
  UnaryFn<ComplexOf<R>> abs = UnaryOf<ComplexOf<R>>(ScalarOp::kAbs);
  for (int64_t i = 0; i < w.out->count; ++i)
    out[i] = op == ScalarOp::kReal ? in[i].re : op == ScalarOp::kImag ? in[i].im : abs(in[i]).re;
}

template <class R>
void Joined(Work& w) {
  auto* out = static_cast<ComplexOf<R>*>(w.out->data);
  auto *re = static_cast<const R*>(w.in[0].data), *im = static_cast<const R*>(w.in[1].data);
  ForRows(w.space, w.out->count, [&](const int64_t* at, const int64_t* step, int64_t o, int64_t n) {
    for (int64_t i = 0; i < n; ++i) out[o + i] = {re[at[0] + i * step[0]], im[at[1] + i * step[1]]};
  });
}

// ---- Python scalars ----
int32_t PythonInt(LtContext* ctx, ScalarOp op, int64_t x, int64_t y, void* out) {
  auto* r = static_cast<int64_t*>(out);
  bool overflow = false;
  switch (op) {
    case ScalarOp::kPyAdd: overflow = __builtin_add_overflow(x, y, r); break;
    case ScalarOp::kPySub: overflow = __builtin_sub_overflow(x, y, r); break;
    case ScalarOp::kPyMul: overflow = __builtin_mul_overflow(x, y, r); break;
    case ScalarOp::kPyNeg: overflow = __builtin_sub_overflow(int64_t{0}, x, r); break;
    case ScalarOp::kPyDiv: return lt_py_div_int(ctx, x, y, static_cast<double*>(out));
    case ScalarOp::kPyFloorDiv: return lt_py_floordiv_int(ctx, x, y, r);
    case ScalarOp::kPyMod: return lt_py_mod_int(ctx, x, y, r);
    default: return lt_py_pow_int(ctx, x, y, r);
  }
  return overflow ? lt_fail(ctx, "OverflowError", "Python int too large to convert to int64") : 0;
}

int32_t PythonFloat(LtContext* ctx, ScalarOp op, double x, double y, double* out) {
  switch (op) {
    case ScalarOp::kPyAdd: *out = x + y; return 0;
    case ScalarOp::kPySub: *out = x - y; return 0;
    case ScalarOp::kPyMul: *out = x * y; return 0;
    case ScalarOp::kPyNeg: *out = -x; return 0;
    case ScalarOp::kPyDiv: return lt_py_div_float(ctx, x, y, out);
    case ScalarOp::kPyFloorDiv: return lt_py_floordiv_float(ctx, x, y, out);
    case ScalarOp::kPyMod: return lt_py_mod_float(ctx, x, y, out);
    default: return lt_py_pow_float(ctx, x, y, out);
  }
}

int32_t Python(Work& w, ScalarOp op, DType dtype) {
  size_t second = w.in.count > 1 ? 1 : 0;
  int32_t failed = 0;
  ForRows(w.space, w.out->count, [&](const int64_t* at, const int64_t* step, int64_t o, int64_t n) {
    for (int64_t i = 0; i < n && !failed; ++i) {
      int64_t a = at[0] + i * step[0], b = at[second] + i * step[second];
      void* out = static_cast<char*>(w.out->data) + (o + i) * 8;
      failed = dtype == DType::kInt64
                   ? PythonInt(w.ctx, op, static_cast<const int64_t*>(w.in[0].data)[a],
                               static_cast<const int64_t*>(w.in[second].data)[b], out)
                   : PythonFloat(w.ctx, op, static_cast<const double*>(w.in[0].data)[a],
                                 static_cast<const double*>(w.in[second].data)[b], static_cast<double*>(out));
    }
  });
  return failed;
}

int32_t Run(Work& w, OpKind kind, DType result) {
  ScalarOp op = RowOf(kind).scalar;
  DType dtype = DType(w.in[w.in.count - 1].dtype);
  if (op >= ScalarOp::kPyAdd && op <= ScalarOp::kPyNeg) return Python(w, op, dtype);
  switch (op) {
    case ScalarOp::kSelect: return SelectElements(w, dtype);
    case ScalarOp::kCast: return CastElements(w, dtype, result);
    case ScalarOp::kEq:
    case ScalarOp::kNe:
    case ScalarOp::kLt:
    case ScalarOp::kLe:
    case ScalarOp::kGt:
    case ScalarOp::kGe: return Compare(w, kind, op, dtype);
    case ScalarOp::kIsNan:
    case ScalarOp::kIsInf:
    case ScalarOp::kIsFinite: return Predicate(w, op, dtype);
    case ScalarOp::kComplex:
      dtype == DType::kFloat32 ? Joined<float>(w) : Joined<double>(w);
      return 0;
    case ScalarOp::kReal:
    case ScalarOp::kImag:
    case ScalarOp::kAbs:
      if (!IsComplex(dtype)) break;
      dtype == DType::kComplex64 ? Parts<float>(w, op) : Parts<double>(w, op);
      return 0;
    default: break;
  }
  return SameType(w, kind, op, dtype);
}

}  // namespace

int32_t Elementwise(LtContext* ctx, OpKind kind, DType result, Inputs in, LtTensor* out) {
  Work work{ctx, in, {}, out};
  if (int32_t failed = MakeSpace(ctx, in, work.space)) return failed;
  lt_tensor_new(out, int32_t(result), work.space.rank, work.space.dims);
  if (Run(work, kind, result)) {
    if (ctx->error == LT_OK) NotDefined(ctx, kind, in[in.count - 1].dtype);
    lt_release(out);
    return 1;
  }
  return 0;
}

}  // namespace lathe::ir::eval
