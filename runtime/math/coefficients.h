// Constants and polynomials of the math kernels: own minimax fits (Remez exchange in 45 digits, rounded from the lowest
// coefficient up, the others refitted each time).
#pragma once

#include <cstddef>
#include <cstdint>

namespace lathe::math {

// ---- Constants ------------------------------------------------------------------------------------------------------

template <class E> struct C;

template <> struct C<float> {
  using I = std::int32_t;
  static constexpr int kMant = 23, kBias = 127, kMaxExp = 127;
  static constexpr I kSignBit = static_cast<I>(0x80000000u), kMantMask = 0x007fffff;
  static constexpr I kSplit = 0x3f2aaaab;                    // bits of 2/3: mantissas are put into [2/3, 4/3)
  static constexpr float kMagic = 0x1.8p23f;                   // x + kMagic rounds x to an integer, kept in the low bits
  static constexpr float kMinNormal = 0x1p-126f, kInf = __builtin_inff(), kNaN = __builtin_nanf("");
  static constexpr float kUp = 0x1p24f;                        // brings a subnormal into the normal range
  static constexpr float kUpExp = 24.0f;
  static constexpr float kTiny = 0x1p-64f;
  static constexpr float kExpHi = 89.0f, kExpLo = -104.0f;     // e^x is Inf above, 0 below
  static constexpr float kExpm1Lo = -30.0f, kTanhHi = 10.0f, kHypHi = 90.0f, kErfHi = 4.0f, kErfcHi = 10.2f;
  static constexpr float kExp2Hi = 129.0f, kExp2Lo = -151.0f, kPowHi = 200.0f;
  static constexpr float kLog2E = 0x1.715476p+0f, kLog2ETail = 0x1.4ae0cp-26f;
  static constexpr float kLn2 = 0x1.62e43p-1f, kLn2Tail = -0x1.05c61p-29f;
  static constexpr float kLn2Hi = 0x1.62e4p-1f, kLn2Lo = 0x1.7f7d1cp-20f;  // n kLn2Hi is exact for |n| < 2^8
  static constexpr float kLog10E = 0x1.bcb7b2p-2f, kLog10ETail = -0x1.5b235ep-27f;
  static constexpr float kLog10Of2Hi = 0x1.3442p-2f, kLog10Of2Lo = -0x1.95ec1p-19f;
  static constexpr float kTwoOverPi = 0x1.45f306p-1f;
  static constexpr float kPi2A = 0x1.921fb6p+0f, kPi2B = -0x1.777a5cp-25f, kPi2C = -0x1.ee59dap-50f;
  static constexpr float kPi2Hi = 0x1.921fb6p+0f, kPi2Lo = -0x1.777a5cp-25f;
  static constexpr float k3Pi4Hi = 0x1.2d97c8p+1f, k3Pi4Lo = -0x1.99bc5cp-28f;
  static constexpr float kTrigLimit = 0x1p+16f;
  static constexpr float kAtan2Big = 0x1p+125f, kAtan2Small = 0x1p-100f;
  static constexpr float kPowC0 = 0x1.715476p+1f, kPowC0Lo = 0x1.4ae0cp-25f;
  static constexpr float kPowC1 = 0x1.ec709ep-1f, kPowC1Lo = -0x1.e2fe02p-28f;
  // (e^r - 1 - r) / r^2, |r| <= 0.347, relative to e^r; fit error 2^-28.2
  static constexpr float kExp[] = {0x1.fffffcp-2f, 0x1.55548ap-3f, 0x1.55585p-5f, 0x1.123edap-7f, 0x1.6ac598p-10f};
  // the same relative to e^r - 1; fit error 2^-31.1
  static constexpr float kExpm1[] = {0x1p-1f, 0x1.555554p-3f, 0x1.5554f8p-5f, 0x1.1112d6p-7f, 0x1.6d3a9cp-10f,
      0x1.9e7914p-13f};
  // (log(1 + f) - f + f^2 / 2) / f^3, |f| <= 1/3; fit error 2^-27.7
  static constexpr float kLog[] = {0x1.555506p-2f, -0x1.fffefap-3f, 0x1.99d068p-3f, -0x1.559bbp-3f, 0x1.1ed308p-3f,
      -0x1.f353ccp-4f, 0x1.1e7a38p-3f, -0x1.07693cp-3f};
  // (log((1 + s) / (1 - s)) - 2 s - 2/3 s^3) / (s^5 ln 2) in s^2; fit error 2^-40.0
  static constexpr float kPow[] = {0x1.2776c2p-1f, 0x1.a61bb2p-2f, 0x1.4741e6p-2f, 0x1.26d8a4p-2f};
  // (sin r - r) / r^3 in r^2, |r| <= 0.79; fit error 2^-27.9
  static constexpr float kSin[] = {-0x1.555546p-3f, 0x1.11076ap-7f, -0x1.994c24p-13f};
  // (cos r - 1 + r^2 / 2) / r^4 in r^2; fit error 2^-33.1
  static constexpr float kCos[] = {0x1.55554ap-5f, -0x1.6c0c1ap-10f, 0x1.99e0f2p-16f};
  // (tan r - r) / r^3 in r^2; fit error 2^-29.3
  static constexpr float kTan[] = {0x1.555562p-2f, 0x1.110d1ap-3f, 0x1.baf0bcp-5f, 0x1.5bd558p-6f, 0x1.678b2ep-7f,
      -0x1.64ac0ep-14f, 0x1.247b32p-8f};
  // (asin s - s) / s^3 in s^2, s <= 1/2; fit error 2^-31.7
  static constexpr float kAsin[] = {0x1.55554cp-3f, 0x1.3338aap-4f, 0x1.6ca7dep-5f, 0x1.04cce6p-5f, 0x1.d58d82p-7f,
      0x1.349c94p-5f};
  // (atan t - t) / t^3 in t^2, |t| <= 1/2; fit error 2^-31.8
  static constexpr float kAtan[] = {-0x1.555552p-2f, 0x1.999746p-3f, -0x1.24506ap-3f, 0x1.c076dep-4f,
      -0x1.481f72p-4f, 0x1.400a2p-5f};
  // (sinh r - r) / r^3 in r^2, |r| <= 0.347; fit error 2^-34.3
  static constexpr float kSinh[] = {0x1.555556p-3f, 0x1.110fcp-7f, 0x1.a2dd4ep-13f};
  // (cosh r - 1) / r^2 in r^2; fit error 2^-33.2
  static constexpr float kCosh[] = {0x1p-1f, 0x1.5554e4p-5f, 0x1.6d51dap-10f};
  // erf(x) / x - 1 in x^2, |x| <= 1; fit error 2^-29.4
  static constexpr float kErf[] = {0x1.06eba8p-3f, -0x1.81273ep-2f, 0x1.ce2ce6p-4f, -0x1.b7f71ap-6f, 0x1.53f224p-8f,
      -0x1.a3515ep-11f, 0x1.4771fep-14f};
  static constexpr float kErfA0 = 0x1.fe8cp-1f;  // -log erfc(kErfA0) is within 2^-6 ulp of a float
  // -log erfc(a) in a - kErfA0, 1 <= a <= 4, times erfc(a); fit error 2^-29.4
  static constexpr float kErfL[] = {0x1.d79558p+0f, 0x1.512ce2p+1f, 0x1.af7ecap-1f, 0x1.54dfb6p-5f, -0x1.44a78ep-7f,
      0x1.dcfcc6p-10f, -0x1.7e5f94p-13f};
  static constexpr float kErfc0 = 0x1.058672p+0f, kErfc0Lo = -0x1.2b4e22p-26f;  // G(0)
  // (G(t) - G(0)) / t, G = e^(a^2) erfc(a) (a + 2), t = (a - 2) / (a + 2), a >= 0.45; fit error 2^-30.1
  static constexpr float kErfc[] = {-0x1.5fd386p-1f, 0x1.1e2deep-2f, -0x1.2a89f4p-5f, -0x1.606c94p-6f,
      0x1.a8f4f4p-8f, 0x1.94817p-9f, -0x1.c232dap-11f, -0x1.5149c8p-11f, 0x1.37ea4ep-14f, 0x1.c69a42p-14f};
  // erfinv(x) / x in w - 5/2, w = -log(1 - x^2) < 5; fit error 2^-24.4
  static constexpr float kErfinvC[] = {0x1.805c5ep+0f, 0x1.f91e8ap-3f, -0x1.11c9a8p-8f, -0x1.486704p-10f,
      0x1.ca644p-13f, -0x1.4bbd98p-18f, -0x1.d8f9aep-19f, 0x1.edcf8p-22f, 0x1.e4b7a6p-26f, -0x1.1abee8p-27f};
  // erfinv(x) / x in sqrt(w) - 3, 5 <= w <= 16.7; fit error 2^-26.3
  static constexpr float kErfinvT[] = {0x1.6a9efcp+1f, 0x1.006dc6p+0f, 0x1.357cf8p-7f, -0x1.f48d32p-8f,
      0x1.74ded8p-8f, -0x1.d768c4p-9f, 0x1.83d15ep-10f, -0x1.d197acp-15f, -0x1.400dfap-12f, 0x1.db1e72p-14f};
};

template <> struct C<double> {
  using I = std::int64_t;
  static constexpr int kMant = 52, kBias = 1023, kMaxExp = 1023;
  static constexpr I kSignBit = static_cast<I>(0x8000000000000000u), kMantMask = 0x000fffffffffffff;
  static constexpr I kSplit = 0x3fe5555555555555;
  static constexpr double kMagic = 0x1.8p52;
  static constexpr double kMinNormal = 0x1p-1022, kInf = __builtin_inf(), kNaN = __builtin_nan("");
  static constexpr double kUp = 0x1p54;
  static constexpr double kUpExp = 54.0;
  static constexpr double kTiny = 0x1p-200;
  static constexpr double kExpHi = 710.0, kExpLo = -746.0;
  static constexpr double kExpm1Lo = -60.0, kTanhHi = 22.0, kHypHi = 711.5, kErfHi = 6.0, kErfcHi = 27.5;
  static constexpr double kExp2Hi = 1025.0, kExp2Lo = -1076.0, kPowHi = 1500.0;
  static constexpr double kLog2E = 0x1.71547652b82fep+0, kLog2ETail = 0x1.777d0ffda0d24p-56;
  static constexpr double kLn2 = 0x1.62e42fefa39efp-1, kLn2Tail = 0x1.abc9e3b39803fp-56;
  static constexpr double kLn2Hi = 0x1.62e42fefa38p-1, kLn2Lo = 0x1.ef35793c7673p-45;  // n kLn2Hi is exact for |n| < 2^11
  static constexpr double kLog10E = 0x1.bcb7b1526e50ep-2, kLog10ETail = 0x1.95355baaafad3p-57;
  static constexpr double kLog10Of2Hi = 0x1.34413509f78p-2, kLog10Of2Lo = 0x1.fef311f12b358p-46;
  static constexpr double kTwoOverPi = 0x1.45f306dc9c883p-1;
  static constexpr double kPi2A = 0x1.921fb54442d18p+0, kPi2B = 0x1.1a62633145c07p-54, kPi2C = -0x1.f1976b7ed9p-110;
  static constexpr double kPi2Hi = 0x1.921fb54442d18p+0, kPi2Lo = 0x1.1a62633145c07p-54;
  static constexpr double k3Pi4Hi = 0x1.2d97c7f3321d2p+1, k3Pi4Lo = 0x1.a79394c9e8a0ap-54;
  static constexpr double kTrigLimit = 0x1p+30;
  static constexpr double kAtan2Big = 0x1p+1021, kAtan2Small = 0x1p-900;
  static constexpr double kPowC0 = 0x1.71547652b82fep+1, kPowC0Lo = 0x1.777d0ffda0d24p-55;
  static constexpr double kPowC1 = 0x1.ec709dc3a03fdp-1, kPowC1Lo = 0x1.d27f05548af0cp-55;
  // (e^r - 1 - r) / r^2, |r| <= 0.347, relative to e^r; fit error 2^-57.9
  static constexpr double kExp[] = {0x1.000000000000ap-1, 0x1.55555555555p-3, 0x1.55555555505fdp-5,
      0x1.1111111125b1bp-7, 0x1.6c16c184b6c4p-10, 0x1.a01a0137db9f4p-13, 0x1.a019988f32704p-16,
      0x1.71df02633bc26p-19, 0x1.28aed00f4e2c9p-22, 0x1.adbd13a4683ap-26};
  // the same relative to e^r - 1; fit error 2^-61.1
  static constexpr double kExpm1[] = {0x1p-1, 0x1.5555555555559p-3, 0x1.5555555555558p-5, 0x1.111111110f723p-7,
      0x1.6c16c16c174ddp-10, 0x1.a01a01af9671fp-13, 0x1.a01a0199aca31p-16, 0x1.71ddf9379f7b9p-19,
      0x1.27e502dd3fe4cp-22, 0x1.af5d2b2488ebap-26, 0x1.1f29e09bfa64p-29};
  // (log((1 + s) / (1 - s)) - 2 s) / s^3 in s^2, |s| <= 1/5; fit error 2^-61.6
  static constexpr double kLog[] = {0x1.555555555554fp-1, 0x1.999999999c187p-2, 0x1.24924921e32dfp-2,
      0x1.c71c7490db415p-3, 0x1.745c4a95d88d5p-3, 0x1.3b35c9ed67e47p-3, 0x1.0dcaf9ed70ac1p-3, 0x1.1b85bc0879a6p-3};
  // (log((1 + s) / (1 - s)) - 2 s - 2/3 s^3) / (s^5 ln 2) in s^2; fit error 2^-67.5
  static constexpr double kPow[] = {0x1.2776c50ef9bdap-1, 0x1.a61762a7b786bp-2, 0x1.484b13cff63f4p-2,
      0x1.0c9a87e0359b9p-2, 0x1.c68dbe66a390bp-3, 0x1.8a2f374e241f1p-3, 0x1.567c8f8adc15ap-3, 0x1.73997d749d61p-3};
  // (sin r - r) / r^3 in r^2, |r| <= 0.79; fit error 2^-57.9
  static constexpr double kSin[] = {-0x1.5555555555548p-3, 0x1.111111110f711p-7, -0x1.a01a019be2257p-13,
      0x1.71de354cdcbf9p-19, -0x1.ae5e43810dbcep-26, 0x1.5d88a1a0931b1p-33};
  // (cos r - 1 + r^2 / 2) / r^4 in r^2; fit error 2^-64.1
  static constexpr double kCos[] = {0x1.555555555554bp-5, -0x1.6c16c16c14ffep-10, 0x1.a01a019c8a569p-16,
      -0x1.27e4f7ec38683p-22, 0x1.1ee9d6f0223e3p-29, -0x1.8fa362e58160dp-37};
  // (tan r - r) / r^3 in r^2; fit error 2^-59.7
  static constexpr double kTan[] = {0x1.555555555555fp-2, 0x1.111111111047bp-3, 0x1.ba1ba1bad246ep-5,
      0x1.664f4858f3844p-6, 0x1.226e3b0ba98ap-7, 0x1.d6d2d0d378447p-9, 0x1.7db2d6f850059p-10, 0x1.34af37262879ap-11,
      0x1.ffe78b53851a8p-13, 0x1.5ac0ba35ee16cp-14, 0x1.20c4b6c72872ap-14, -0x1.d0ca98e24cfe1p-16,
      0x1.a6925cbc545c9p-15, -0x1.a5c7349f5f437p-16, 0x1.4f4d49fb8f4d4p-17};
  // (asin s - s) / s^3 in s^2, s <= 1/2; fit error 2^-59.8
  static constexpr double kAsin[] = {0x1.5555555555578p-3, 0x1.333333332df2p-4, 0x1.6db6db722aab5p-5,
      0x1.f1c71a8bf2e6p-6, 0x1.6e8bdfdba4403p-6, 0x1.1c49dedcf9304p-6, 0x1.ca212dce3b9acp-7, 0x1.75785417eb2cp-7,
      0x1.61860e8f36624p-7, 0x1.e1a6852a22978p-9, 0x1.64e9b62759085p-6, -0x1.59d2291f7b5c1p-6,
      0x1.0bd86b0855e15p-5};
  // (atan t - t) / t^3 in t^2, |t| <= 1/2; fit error 2^-62.1
  static constexpr double kAtan[] = {-0x1.5555555555552p-2, 0x1.99999999990e5p-3, -0x1.2492492453eb6p-3,
      0x1.c71c71ab2b82dp-4, -0x1.745d13967c78p-4, 0x1.3b136137b69c4p-4, -0x1.110c77a10fa5ep-4, 0x1.e1834325f72abp-5,
      -0x1.ac750e2b90ce6p-5, 0x1.7805147d396abp-5, -0x1.3032cb4f30c53p-5, 0x1.83e562604a133p-6,
      -0x1.128792fa21dafp-7};
  // (sinh r - r) / r^3 in r^2, |r| <= 0.347; fit error 2^-61.7
  static constexpr double kSinh[] = {0x1.5555555555559p-3, 0x1.111111110f627p-7, 0x1.a01a01b0227f9p-13,
      0x1.71ddf7a80b994p-19, 0x1.af600508f91e1p-26};
  // (cosh r - 1) / r^2 in r^2; fit error 2^-70.0
  static constexpr double kCosh[] = {0x1p-1, 0x1.5555555555558p-5, 0x1.6c16c16c14fecp-10, 0x1.a01a01ad8945p-16,
      0x1.27e4cbf03c651p-22, 0x1.1f8c1f0eb7bcep-29};
  // erf(x) / x - 1 in x^2, |x| <= 1; fit error 2^-56.3
  static constexpr double kErf[] = {0x1.06eba8214db69p-3, -0x1.812746b037a25p-2, 0x1.ce2f21a0458ddp-4,
      -0x1.b82ce31354fedp-6, 0x1.565bcd2c6df8bp-8, -0x1.c02db935bbba5p-11, 0x1.f9a3b9b2fb376p-14,
      -0x1.f4dcfa015dccfp-17, 0x1.ba6997188234cp-20, -0x1.6395c2b4eb1c9p-23, 0x1.133f3418b1629p-26,
      -0x1.c58ea13471ee6p-30, 0x1.3ce1b039d14f5p-33};
  static constexpr double kErfA0 = 0x1.feb4p-1;  // -log erfc(kErfA0) is within 2^-6 ulp of a float
  // -log erfc(a) in a - kErfA0, 1 <= a <= 6, times erfc(a); fit error 2^-57.0
  static constexpr double kErfL[] = {0x1.d7ca08552c679p+0, 0x1.513dc2081a60ap+1, 0x1.af824f0c5eb0dp-1,
      0x1.554d67a528ea9p-5, -0x1.499c2675bfabp-7, 0x1.03b84299d12e7p-9, -0x1.f0b3cb2819343p-13,
      -0x1.c26de3b8fae6ap-16, 0x1.cbf90fb52a86fp-16, -0x1.462e83837e691p-17, 0x1.1e590358ba564p-19,
      -0x1.addea9661285dp-23, -0x1.0415a5d125d08p-24, 0x1.25eee09d9abecp-25, -0x1.2b06f5220bbdcp-27,
      0x1.7229717bf6549p-30, -0x1.0be5b3f69bfc1p-33, 0x1.5da7809e716f8p-38};
  static constexpr double kErfc0 = 0x1.058671b52c776p+0, kErfc0Lo = -0x1.3b83c701df899p-56;  // G(0)
  // (G(t) - G(0)) / t, G = e^(a^2) erfc(a) (a + 2), t = (a - 2) / (a + 2), a >= 0.45; fit error 2^-59.1
  static constexpr double kErfc[] = {-0x1.5fd386754eff9p-1, 0x1.1e2deea6b1178p-2, -0x1.2a88e6107d57ep-5,
      -0x1.606e41552bdb4p-6, 0x1.a89eaff88774dp-8, 0x1.9517bb731c84fp-9, -0x1.b6fbf9ba1885ep-11,
      -0x1.5ba4390b50b24p-11, 0x1.20543429abaap-15, 0x1.2efa470ba71f8p-13, 0x1.1e750c48e6586p-15,
      -0x1.6c06866b171ap-16, -0x1.0e67dc4f71583p-16, -0x1.2d001766ba808p-20, 0x1.e72460791157p-19,
      0x1.0bf07c0961f7dp-19, 0x1.50ef1218c1863p-25, -0x1.3519afbf5bf7fp-21, -0x1.9bf489343001cp-22,
      0x1.96a009b9d2dedp-26, 0x1.5fab3728408f9p-23, 0x1.6d436fce17536p-26, -0x1.196cd32a2941dp-25};
  static constexpr double kPi = 0x1.921fb54442d18p+1, kHalfLog2Pi = 0x1.d67f1c864beb5p-1;
  // lgamma(2 + d) / d, |d| <= 1/2; fit error 2^-38.0
  static constexpr double kLgam[] = {0x1.b0ee60720eb5bp-2, 0x1.4a34cc4a04e42p-2, -0x1.13e001be773a3p-4,
      0x1.51322cb839e83p-6, -0x1.e404b2196138bp-8, 0x1.7adbee392197cp-9, -0x1.38c025db22f46p-10,
      0x1.0b764017352e1p-11, -0x1.cf4120a7ed0a4p-13, 0x1.971a1be494965p-14, -0x1.ba72ac85de67ap-15,
      0x1.b5dd6765ca0dfp-16};
};

}  // namespace lathe::math
