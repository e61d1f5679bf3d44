// Python's arithmetic on run-time int (64 bits, overflow raises) and float, where it is more than one instruction.
#include <math.h>

#include "runtime/abi.h"

namespace {

int32_t Overflow(LtContext* context) {
  return lt_fail(context, "OverflowError", "Python int too large to convert to int64");
}

}  // namespace

extern "C" {

int32_t lt_py_div_int(LtContext* context, int64_t x, int64_t y, double* out) {
  if (y == 0) return lt_fail(context, "ZeroDivisionError", "division by zero");
  *out = double((long double)x / (long double)y);
  return 0;
}

int32_t lt_py_div_float(LtContext* context, double x, double y, double* out) {
  if (y == 0) return lt_fail(context, "ZeroDivisionError", "float division by zero");
  *out = x / y;
  return 0;
}

int32_t lt_py_floordiv_int(LtContext* context, int64_t x, int64_t y, int64_t* out) {
  if (y == 0) return lt_fail(context, "ZeroDivisionError", "integer division or modulo by zero");
  if (y == -1) return __builtin_sub_overflow(int64_t{0}, x, out) ? Overflow(context) : 0;
  int64_t quotient = x / y;
  *out = quotient - (x % y != 0 && (x % y < 0) != (y < 0));
  return 0;
}

int32_t lt_py_mod_int(LtContext* context, int64_t x, int64_t y, int64_t* out) {
  if (y == 0) return lt_fail(context, "ZeroDivisionError", "integer modulo by zero");
  int64_t r = y == -1 ? 0 : x % y;
  *out = r != 0 && (r < 0) != (y < 0) ? r + y : r;
  return 0;
}

// Quotient and remainder as CPython's float_divmod defines them.
static void FloatDivMod(double x, double y, double* quotient, double* remainder) {
  double mod = fmod(x, y);
  double div = (x - mod) / y;
  if (mod != 0) {
    if ((y < 0) != (mod < 0)) {
      mod += y;
      div -= 1.0;
    }
  } else {
    mod = copysign(0.0, y);
  }
  if (div != 0) {
    double floored = floor(div);
    *quotient = div - floored > 0.5 ? floored + 1.0 : floored;
  } else {
    *quotient = copysign(0.0, x / y);
  }
  *remainder = mod;
}

int32_t lt_py_floordiv_float(LtContext* context, double x, double y, double* out) {
  if (y == 0) return lt_fail(context, "ZeroDivisionError", "float floor division by zero");
  double remainder;
  FloatDivMod(x, y, out, &remainder);
  return 0;
}

int32_t lt_py_mod_float(LtContext* context, double x, double y, double* out) {
  if (y == 0) return lt_fail(context, "ZeroDivisionError", "float modulo");
  double quotient;
  FloatDivMod(x, y, &quotient, out);
  return 0;
}

// A negative power of an int is a float in Python; staging gives such powers float operands.
int32_t lt_py_pow_int(LtContext* context, int64_t x, int64_t y, int64_t* out) {
  if (y < 0) {
    if (x == 0) return lt_fail(context, "ZeroDivisionError", "0.0 cannot be raised to a negative power");
    return lt_fail(context, "ValueError", "an int to a negative run-time power gives a float: write float(x) ** y");
  }
  int64_t result = 1;
  while (true) {
    if ((y & 1) != 0 && __builtin_mul_overflow(result, x, &result)) return Overflow(context);
    y >>= 1;
    if (y == 0) break;
    if (__builtin_mul_overflow(x, x, &x)) return Overflow(context);
  }
  *out = result;
  return 0;
}

int32_t lt_py_pow_float(LtContext* context, double x, double y, double* out) {
  if (x == 0 && y < 0) return lt_fail(context, "ZeroDivisionError", "0.0 cannot be raised to a negative power");
  if (x < 0 && isfinite(x) && isfinite(y) && y != floor(y)) {
    return lt_fail(context, "ValueError", "a negative float to a fractional power is complex, which Lathe's float is not");
  }
  double result = pow(x, y);
  if (isinf(result) && isfinite(x) && isfinite(y)) {
    return lt_fail(context, "OverflowError", "(34, 'Numerical result out of range')");
  }
  *out = result;
  return 0;
}
}
