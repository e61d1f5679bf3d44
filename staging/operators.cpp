// Operators on abstract values: known numbers are computed, run-time scalars become operations with Python's semantics,
// tensors go to TensorFlow's (staging/tf/tensor.h), instances to their special methods.
#include <cmath>

#include "staging/either.h"
#include "staging/interp.h"
#include "staging/lists.h"
#include "staging/tensor_protocol.h"
#include "staging/tf/tensor.h"
#include "support/check.h"

namespace lathe::staging {

using ast::BinaryOp;
using ast::CompareOp;
using ast::UnaryOp;

namespace {

struct BinaryName { std::string_view symbol, method; };
constexpr BinaryName kBinaryNames[] = {{"+", "add"}, {"-", "sub"}, {"*", "mul"}, {"@", "matmul"}, {"/", "truediv"}, {"%", "mod"},
                                       {"**", "pow"}, {"<<", "lshift"}, {">>", "rshift"}, {"|", "or"}, {"^", "xor"}, {"&", "and"}, {"//", "floordiv"}};

bool IsNumber(const Value& v) { return v.is<bool>() || v.is<Integer>() || v.is<double>() || v.is<std::complex<double>>(); }
bool IsIntLike(const Value& v) { return v.is<bool>() || v.is<Integer>(); }
Integer AsInteger(const Value& v) { return v.is<bool>() ? Integer(v.get<bool>() ? 1 : 0) : v.get<Integer>(); }
double AsDouble(const Value& v) { return v.is<double>() ? v.get<double>() : AsInteger(v).ToDouble(); }
std::complex<double> AsComplex(const Value& v) { return v.is<std::complex<double>>() ? v.get<std::complex<double>>() : std::complex<double>(AsDouble(v)); }

// Rank of a number or scalar in Python's numeric tower; -1: not a number. Strings are not.
int NumericRank(const Value& v) {
  if (v.is<bool>()) return 0;
  if (v.is<Integer>()) return 1;
  if (v.is<double>()) return 2;
  if (v.is<std::complex<double>>()) return 3;
  if (auto* s = v.as<Scalar>()) return s->kind == ScalarKind::kBool ? 0 : s->kind == ScalarKind::kInt ? 1 : s->kind == ScalarKind::kFloat ? 2 : -1;
  return -1;
}

double FloorMod(double a, double b) {
  double m = std::fmod(a, b);
  if (m != 0 && (m < 0) != (b < 0)) m += b;
  else if (m == 0) m = std::copysign(0.0, b);
  return m;
}

double FloorDivide(double a, double b) {
  // CPython's method: from the remainder, so that a == b * (a // b) + a % b holds as closely as possible.
  double m = std::fmod(a, b), q = (a - m) / b;
  if (m != 0 && (m < 0) != (b < 0)) q -= 1;
  if (q == 0) return std::copysign(0.0, a / b);
  double f = std::floor(q);
  if (q - f > 0.5) f += 1;
  return f;
}

}  // namespace

Value Interp::KnownIntegers(BinaryOp op, const Integer& a, const Integer& b, Span where) {
  auto zero = [&](const char* text) { Raise(DiagnosticKind::kInvalidValue, "ZeroDivisionError", text, where); };
  switch (op) {
    case BinaryOp::kAdd: return a + b;
    case BinaryOp::kSub: return a - b;
    case BinaryOp::kMult: return a * b;
    case BinaryOp::kDiv:
      if (b.zero()) zero("division by zero");
      return a.ToDouble() / b.ToDouble();
    case BinaryOp::kFloorDiv:
      if (b.zero()) zero("integer division or modulo by zero");
      return FloorDiv(a, b);
    case BinaryOp::kMod:
      if (b.zero()) zero("integer modulo by zero");
      return FloorMod(a, b);
    case BinaryOp::kPow:
      if (b.negative()) {
        if (a.zero()) zero("0.0 cannot be raised to a negative power");
        return std::pow(a.ToDouble(), b.ToDouble());
      }
      if (!b.fits() || (a.BitLength() > 1 && a.BitLength() * b.small() > 4'000'000))
        Fail(DiagnosticKind::kCompileTimeLimit, "this power is too large to compute at compile time", where);
      return Power(a, uint64_t(b.small()));
    case BinaryOp::kLShift:
    case BinaryOp::kRShift:
      if (b.negative()) Raise(DiagnosticKind::kInvalidValue, "ValueError", "negative shift count", where);
      if (!b.fits() || (op == BinaryOp::kLShift && b.small() > 4'000'000))
        Fail(DiagnosticKind::kCompileTimeLimit, "this shift is too large to compute at compile time", where);
      return op == BinaryOp::kLShift ? ShiftLeft(a, b.small()) : ShiftRight(a, b.small());
    case BinaryOp::kBitOr: return a | b;
    case BinaryOp::kBitXor: return a ^ b;
    case BinaryOp::kBitAnd: return a & b;
    case BinaryOp::kMatMult: break;
  }
  BadOperands(op, Value(a), Value(b), where);
}

Value Interp::KnownNumbers(BinaryOp op, const Value& a, const Value& b, Span where) {
  if (IsIntLike(a) && IsIntLike(b)) {
    if (a.is<bool>() && b.is<bool>() && (op == BinaryOp::kBitAnd || op == BinaryOp::kBitOr || op == BinaryOp::kBitXor)) {
      bool x = a.get<bool>(), y = b.get<bool>();
      return op == BinaryOp::kBitAnd ? (x && y) : op == BinaryOp::kBitOr ? (x || y) : (x != y);
    }
    return KnownIntegers(op, AsInteger(a), AsInteger(b), where);
  }
  if (a.is<std::complex<double>>() || b.is<std::complex<double>>()) {
    auto x = AsComplex(a), y = AsComplex(b);
    switch (op) {
      case BinaryOp::kAdd: return x + y;
      case BinaryOp::kSub: return x - y;
      case BinaryOp::kMult: return x * y;
      case BinaryOp::kDiv:
        if (y == std::complex<double>(0)) Raise(DiagnosticKind::kInvalidValue, "ZeroDivisionError", "complex division by zero", where);
        return x / y;
      case BinaryOp::kPow: {
        if (y.imag() == 0 && y.real() == std::floor(y.real()) && std::fabs(y.real()) <= 100) {
          std::complex<double> r = 1, base = x;
          for (int64_t n = std::llabs(int64_t(y.real())); n; n >>= 1, base *= base) if (n & 1) r *= base;
          return y.real() < 0 ? std::complex<double>(1) / r : r;
        }
        return std::pow(x, y);
      }
      default: BadOperands(op, a, b, where);
    }
  }
  double x = AsDouble(a), y = AsDouble(b);
  switch (op) {
    case BinaryOp::kAdd: return x + y;
    case BinaryOp::kSub: return x - y;
    case BinaryOp::kMult: return x * y;
    case BinaryOp::kDiv:
      if (y == 0) Raise(DiagnosticKind::kInvalidValue, "ZeroDivisionError", "float division by zero", where);
      return x / y;
    case BinaryOp::kFloorDiv:
      if (y == 0) Raise(DiagnosticKind::kInvalidValue, "ZeroDivisionError", "float floor division by zero", where);
      return FloorDivide(x, y);
    case BinaryOp::kMod:
      if (y == 0) Raise(DiagnosticKind::kInvalidValue, "ZeroDivisionError", "float modulo", where);
      return lathe::staging::FloorMod(x, y);
    case BinaryOp::kPow:
      if (x == 0 && y < 0) Raise(DiagnosticKind::kInvalidValue, "ZeroDivisionError", "0.0 cannot be raised to a negative power", where);
      if (x < 0 && y != std::floor(y) && std::isfinite(y)) return std::pow(std::complex<double>(x), std::complex<double>(y));
      return std::pow(x, y);
    default: BadOperands(op, a, b, where);
  }
}

void Interp::BadOperands(BinaryOp op, const Value& a, const Value& b, Span where) {
  std::string symbol(kBinaryNames[int(op)].symbol);
  std::string x(TypeName(a)), y(TypeName(b));
  Diagnostic d{DiagnosticKind::kUnsupportedOperand, "unsupported operand type(s) for " + symbol + ": '" + x + "' and '" + y + "'", where};
  if (op == BinaryOp::kAdd && a.is<Str>() && !b.is<Str>()) {
    d.message = "can only concatenate str (not \"" + y + "\") to str";
    d.help.push_back("use an f-string or str(…)");
  }
  Raise(std::move(d), "TypeError");
}

// Run-time scalars: int64 with overflow checks, float64, as Python computes.
Value Interp::ScalarBinary(BinaryOp op, const Value& a, const Value& b, Span where) {
  int rank = std::max(NumericRank(a), NumericRank(b));
  if (rank >= 3) Fail(DiagnosticKind::kUnsupportedOperand, "complex arithmetic with a number that only run time knows is not supported", where);
  using ir::OpKind;
  bool bitwise = op == BinaryOp::kBitAnd || op == BinaryOp::kBitOr || op == BinaryOp::kBitXor || op == BinaryOp::kLShift || op == BinaryOp::kRShift;
  if (bitwise && rank == 2) BadOperands(op, a, b, where);
  bool bools = rank == 0 && (op == BinaryOp::kBitAnd || op == BinaryOp::kBitOr || op == BinaryOp::kBitXor);
  ir::DType dtype = bools ? ir::DType::kBool : rank == 2 || op == BinaryOp::kDiv ? ir::DType::kFloat64 : ir::DType::kInt64;
  ScalarKind kind = bools ? ScalarKind::kBool : dtype == ir::DType::kFloat64 ? ScalarKind::kFloat : ScalarKind::kInt;
  auto operand = [&](const Value& v) {
    ir::ValueId id = ToScalar(v, where);
    return module.type(id).dtype == dtype ? id : Emit(OpKind::kCast, {id}, ir::DTypeAttr{dtype}, where);
  };
  ir::ValueId x = operand(a), y = operand(b);
  OpKind code = OpKind::kPyAdd;
  switch (op) {
    case BinaryOp::kAdd: code = OpKind::kPyAdd; break;
    case BinaryOp::kSub: code = OpKind::kPySub; break;
    case BinaryOp::kMult: code = OpKind::kPyMul; break;
    case BinaryOp::kDiv: code = OpKind::kPyDiv; break;
    case BinaryOp::kFloorDiv: code = OpKind::kPyFloorDiv; break;
    case BinaryOp::kMod: code = OpKind::kPyMod; break;
    case BinaryOp::kPow:
      if (kind == ScalarKind::kInt && !(b.is<Integer>() && !b.get<Integer>().negative())) {
        if (!b.is<Integer>()) Fail(DiagnosticKind::kUnsupportedOperand, "an int to a power that only run time knows may be an int or a float; use float(…) on one side", where);
        x = Emit(OpKind::kCast, {x}, ir::DTypeAttr{ir::DType::kFloat64}, where);
        y = Emit(OpKind::kCast, {y}, ir::DTypeAttr{ir::DType::kFloat64}, where);
        kind = ScalarKind::kFloat;
      }
      code = OpKind::kPyPow;
      break;
    case BinaryOp::kBitAnd: code = bools ? OpKind::kAnd : OpKind::kBitAnd; break;
    case BinaryOp::kBitOr: code = bools ? OpKind::kOr : OpKind::kBitOr; break;
    case BinaryOp::kBitXor: code = bools ? OpKind::kXor : OpKind::kBitXor; break;
    case BinaryOp::kLShift:
    case BinaryOp::kRShift: code = op == BinaryOp::kLShift ? OpKind::kShiftLeft : OpKind::kShiftRight; break;
    case BinaryOp::kMatMult: BadOperands(op, a, b, where);
  }
  return Scalar{kind, Emit(code, {x, y}, {}, where)};
}

std::optional<Value> Interp::SequenceBinary(BinaryOp op, const Value& a, const Value& b, Span where) {
  bool a_string = a.is<Str>() || (a.is<Scalar>() && a.get<Scalar>().kind == ScalarKind::kStr);
  bool b_string = b.is<Str>() || (b.is<Scalar>() && b.get<Scalar>().kind == ScalarKind::kStr);
  if (op == BinaryOp::kAdd) {
    if (a_string && b_string) {
      Text text = TextOfString(a);
      text.Append(TextOfString(b));
      return TextValue(text);
    }
    if (a.is<Bytes>() && b.is<Bytes>()) return Bytes{std::make_shared<const std::string>(*a.get<Bytes>().data + *b.get<Bytes>().data)};
    if (a.is<Tuple>() && b.is<Tuple>()) {
      std::vector<Value> items = a.items();
      items.insert(items.end(), b.items().begin(), b.items().end());
      return Value::MakeTuple(std::move(items));
    }
    auto *x = heap.as<ListObject>(a), *y = heap.as<ListObject>(b);
    if (x && y) {
      std::vector<Value> items = x->items;
      items.insert(items.end(), y->items.begin(), y->items.end());
      return Value(heap.New(ListObject{std::move(items)}));
    }
    if (IsPythonList(*this, a) && IsPythonList(*this, b)) return ConcatLists(*this, a, b, where);
    if (a.is<ShapeValue>() || b.is<ShapeValue>()) return ShapeConcat(a, b, where);
  }
  if (op == BinaryOp::kMult) {
    const Value *sequence = &a, *count = &b;
    if (IsIntLike(a)) std::swap(sequence, count);
    bool is_sequence = sequence->is<Str>() || sequence->is<Bytes>() || sequence->is<Tuple>() || heap.as<ListObject>(*sequence);
    if (is_sequence && !IsIntLike(*count)) {
      if (count->is<Tensor>() && !count->get<Tensor>().numpy) {
        if (auto* known = KnownLiteral(*count); known && known->count() == 1 && mode == Mode::kEager) {
          Value n = LiteralToPython(*known, 0);
          return SequenceBinary(op, *sequence, n, where);
        }
        if (mode == Mode::kStaged && heap.as<ListObject>(*sequence) == nullptr && !sequence->is<Tuple>())
          Raise(DiagnosticKind::kTensorAsInt, "TypeError", "a tensor cannot be a repeat count while its tf.function is traced", where);
        return std::nullopt;
      }
      if (count->is<Scalar>()) Fail(DiagnosticKind::kUnsupportedOperand, "repeating a sequence a number of times that only run time knows is not supported", where);
      return std::nullopt;
    }
    if (is_sequence) {
      Integer n = AsInteger(*count);
      int64_t times = n.fits() ? std::max<int64_t>(0, n.small()) : 0;
      auto repeat_text = [&](const std::string& s) {
        std::string out;
        Step(int64_t(s.size()) * times / 16);
        for (int64_t i = 0; i < times; i++) out += s;
        return out;
      };
      if (sequence->is<Str>()) return Value::String(repeat_text(*sequence->get<Str>()));
      if (sequence->is<Bytes>()) return Bytes{std::make_shared<const std::string>(repeat_text(*sequence->get<Bytes>().data))};
      const std::vector<Value>& from = sequence->is<Tuple>() ? sequence->items() : heap.as<ListObject>(*sequence)->items;
      Step(int64_t(from.size()) * times);
      std::vector<Value> items;
      for (int64_t i = 0; i < times; i++) items.insert(items.end(), from.begin(), from.end());
      if (sequence->is<Tuple>()) return Value::MakeTuple(std::move(items));
      return Value(heap.New(ListObject{std::move(items)}));
    }
  }
  if (op == BinaryOp::kMod && a_string) return PercentFormat(a, b, where);
  return SetOrDictBinary(op, a, b, where);
}

Value Interp::BinaryOperation(BinaryOp op, const Value& a, const Value& b, Span where) {
  Step();
  if (a.is<Poison>() || b.is<Poison>()) return Poison{};
  if (IsNumber(a) && IsNumber(b)) return KnownNumbers(op, a, b, where);
  if (AsEither(*this, a)) return OnEach(*this, a, [&](const Value& v) { return BinaryOperation(op, v, b, where); }, where);
  if (AsEither(*this, b)) return OnEach(*this, b, [&](const Value& v) { return BinaryOperation(op, a, v, where); }, where);
  if (heap.as<InstanceObject>(a) || heap.as<InstanceObject>(b)) {
    std::string method(kBinaryNames[int(op)].method);
    bool reflected_first = heap.as<InstanceObject>(a) && heap.as<InstanceObject>(b) &&
                           heap.as<InstanceObject>(a)->cls != heap.as<InstanceObject>(b)->cls &&
                           IsSubclass(heap.as<InstanceObject>(b)->cls, heap.as<InstanceObject>(a)->cls);
    auto reflected = [&]() { return CallSpecial(b, "__r" + method + "__", {a}, where); };
    if (reflected_first)
      if (auto v = reflected(); v && !v->is<NotImplementedValue>()) return *v;
    if (auto v = CallSpecial(a, "__" + method + "__", {b}, where); v && !v->is<NotImplementedValue>()) return *v;
    if (!reflected_first)
      if (auto v = reflected(); v && !v->is<NotImplementedValue>()) return *v;
    if (!IsTensorLike(a) && !IsTensorLike(b)) BadOperands(op, a, b, where);
  }
  if (NumericRank(a) >= 0 && NumericRank(b) >= 0) return ScalarBinary(op, a, b, where);
  if (auto v = SequenceBinary(op, a, b, where)) return *v;
  if (IsTensorLike(a) || IsTensorLike(b)) return TensorBinary(*this, op, a, b, where);
  BadOperands(op, a, b, where);
}

Value Interp::InplaceOperation(BinaryOp op, const Value& a, const Value& b, Span where) {
  if (a.is<Poison>() || b.is<Poison>()) return Poison{};
  if (RowPrefix(a) == "Variable") {
    std::string symbol(kBinaryNames[int(op)].symbol);
    Diagnostic d{DiagnosticKind::kUnsupportedOperand, "a tf.Variable does not support '" + symbol + "='", where};
    d.help.push_back(op == BinaryOp::kAdd ? "use v.assign_add(…)" : op == BinaryOp::kSub ? "use v.assign_sub(…)" : "use v.assign(v " + symbol + " …)");
    Raise(std::move(d), "NotImplementedError");
  }
  if (op == BinaryOp::kAdd && (AsRunTimeList(*this, a) || (heap.as<ListObject>(a) && AsRunTimeList(*this, b)))) {
    CallMethod(a, "extend", {b}, where);
    return a;
  }
  if (auto* list = heap.as<ListObject>(a)) {
    Ref ref = a.get<Ref>();
    if (op == BinaryOp::kAdd) {
      std::vector<Value> more = RequireElements(b, "list +=", where);
      auto& items = heap.Write<ListObject>(ref).items;
      items.insert(items.end(), more.begin(), more.end());
      return a;
    }
    if (op == BinaryOp::kMult && IsIntLike(b)) {
      auto repeated = SequenceBinary(op, a, b, where);
      heap.Write<ListObject>(ref).items = heap.as<ListObject>(*repeated)->items;
      return a;
    }
    (void)list;
  }
  if (auto v = CallSpecial(a, "__i" + std::string(kBinaryNames[int(op)].method) + "__", {b}, where); v && !v->is<NotImplementedValue>()) return *v;
  if (auto v = SetOrDictInplace(op, a, b, where)) return *v;
  return BinaryOperation(op, a, b, where);
}

Value Interp::UnaryOperation(UnaryOp op, const Value& a, Span where) {
  if (a.is<Poison>()) return a;
  if (op == UnaryOp::kNot) {
    if (auto v = NotOfTensor(a, where)) return *v;
    Truth t = TruthOf(a, where);
    if (t.known) return !t.value;
    return Scalar{ScalarKind::kBool, Emit(ir::OpKind::kNot, {t.dynamic}, {}, where)};
  }
  if (AsEither(*this, a)) return OnEach(*this, a, [&](const Value& v) { return UnaryOperation(op, v, where); }, where);
  if (IsIntLike(a)) {
    Integer i = AsInteger(a);
    return op == UnaryOp::kUSub ? -i : op == UnaryOp::kInvert ? ~i : i;
  }
  if (auto* d = a.as<double>(); d && op != UnaryOp::kInvert) return op == UnaryOp::kUSub ? -*d : *d;
  if (auto* c = a.as<std::complex<double>>(); c && op != UnaryOp::kInvert) return op == UnaryOp::kUSub ? -*c : *c;
  if (NumericRank(a) >= 0) {
    if (op == UnaryOp::kUAdd) return NumericRank(a) == 0 ? ScalarBinary(BinaryOp::kAdd, a, Value::Int(0), where) : a;
    if (op == UnaryOp::kUSub) {
      Value number = NumericRank(a) == 0 ? ScalarBinary(BinaryOp::kAdd, a, Value::Int(0), where) : a;
      Scalar s = number.get<Scalar>();
      return Scalar{s.kind, Emit(ir::OpKind::kPyNeg, {s.value}, {}, where)};
    }
    if (NumericRank(a) == 1) return Scalar{ScalarKind::kInt, Emit(ir::OpKind::kBitNot, {ToScalar(a, where)}, {}, where)};
  }
  if (auto v = CallSpecial(a, op == UnaryOp::kUSub ? "__neg__" : op == UnaryOp::kUAdd ? "__pos__" : "__invert__", {}, where)) return *v;
  if (IsTensorLike(a)) return TensorUnary(*this, op, a, where);
  static constexpr std::string_view kSymbols[] = {"~", "not", "+", "-"};
  Raise(DiagnosticKind::kUnsupportedOperand, "TypeError", "bad operand type for unary " + std::string(kSymbols[int(op)]) + ": '" + std::string(TypeName(a)) + "'", where);
}

}  // namespace lathe::staging
