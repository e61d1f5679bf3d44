// Random numbers: the values of TensorFlow, CPython and NumPy for known seeds.
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <vector>

#include "runtime/philox.h"
#include "runtime/python_random.h"

using namespace lathe::rt;

extern "C" {
int32_t lt_stateful_random(LtContext*, const LtTensor* const*, int32_t, LtTensor*, int32_t, const int64_t*);
int32_t lt_stateless_random(LtContext*, const LtTensor* const*, int32_t, LtTensor*, int32_t, const int64_t*);
}

namespace {

template <typename T>
std::vector<T> Draw(RandomDistribution d, int32_t dtype, int64_t count, int64_t low = 0, int64_t high = 0) {
  std::vector<T> out(static_cast<size_t>(count));
  FillRandom(Philox::OfSeed(1, 2), d, dtype, count, low, high, out.data());
  return out;
}
std::vector<int64_t> Indices(int64_t n) {
  std::vector<int64_t> v;
  for (int64_t i = 0; i < n; ++i) v.push_back(i);
  return v;
}

}  // namespace

TEST_CASE("random: Philox", "[runtime]") {
  PhiloxBlock b = Philox{}.Block(0);
  CHECK(b.word[0] == 0x6627e8d5);
  CHECK(b.word[3] == 0x9b00dbd8);
  Philox p = Philox::OfSeed(1, 2);
  CHECK(p.key == 0x908502c96d2f7fba);
  CHECK(p.high == 0xf7734320619cb60b);
  CHECK(Philox::OfSeed(-1, 5).key == 0xce61931c039442c8);
  CHECK(p.Word(5) == 0xf1531dc5);
}

TEST_CASE("random: stateless draws of seed [1, 2]", "[runtime]") {
  CHECK(Draw<uint32_t>(kUniform, LT_FLOAT32, 5) ==
        std::vector<uint32_t>{0x3f581458, 0x3e44a788, 0x3f7f087c, 0x3e243c98, 0x3e8b424c});
  CHECK(Draw<uint64_t>(kUniform, LT_FLOAT64, 3) ==
        std::vector<uint64_t>{0x3fe81458cf3129e2, 0x3fef087c2c290f26, 0x3fc6849f8a98ee28});
  CHECK(Draw<int32_t>(kUniformInt, LT_INT32, 5, 0, 100) == std::vector<int32_t>{40, 49, 94, 79, 27});
  CHECK(Draw<int64_t>(kUniformInt, LT_INT64, 3, -5, 1000000000000) ==
        std::vector<int64_t>{146243290039, 637750006048, 318077103687});
  CHECK(Draw<int32_t>(kFullInt, LT_INT32, 4) == std::vector<int32_t>{1105988140, 1738052849, -335576002, 370444179});
  CHECK(Draw<uint64_t>(kFullInt, LT_UINT64, 2) == std::vector<uint64_t>{7464880146280614444u, 1591045637757961278u});
  CHECK(Draw<uint32_t>(kNormal, LT_FLOAT32, 5) ==
        std::vector<uint32_t>{0x3f0b4acd, 0x3e545b81, 0x3d96a8e4, 0x3d3e3228, 0xbfa69a7f});
  CHECK(Draw<uint64_t>(kNormal, LT_FLOAT64, 3) ==
        std::vector<uint64_t>{0xbfc23745fceed393, 0x3fe7b30df7adce2e, 0xbff7813821086c87});
  CHECK(Draw<uint32_t>(kTruncatedNormal, LT_FLOAT32, 9) == std::vector<uint32_t>{0x3f0b4acd, 0x3e545b81, 0x3d96a8e4,
                                                                                 0x3d3e3228, 0x3e2c3e2c, 0xbfd7af2c,
                                                                                 0x3e77d657, 0x3fda0aa9, 0x3f8d93a1});
  CHECK(Draw<uint64_t>(kTruncatedNormal, LT_FLOAT64, 3) ==
        std::vector<uint64_t>{0xbfc23745fceed393, 0x3fe7b30df7adce2e, 0xbfe1ad29167909a9});
  std::vector<int64_t> order(8);
  ShufflePermutation(Philox::OfSeed(1, 2), 8, order.data());
  CHECK(order == std::vector<int64_t>{4, 2, 1, 7, 3, 6, 0, 5});
}

TEST_CASE("random: a draw does not depend on how it is cut into chunks", "[runtime]") {
  auto all = Draw<float>(kNormal, LT_FLOAT32, 100003);
  auto some = Draw<float>(kNormal, LT_FLOAT32, 1001);
  CHECK(memcmp(all.data(), some.data(), some.size() * sizeof(float)) == 0);
}

TEST_CASE("random: stateful draws continue their stream", "[runtime]") {
  LtContext c{};
  LtTensor shape, a, b, other;
  int64_t one[] = {1};
  lt_tensor_new(&shape, LT_INT32, 1, one);
  *static_cast<int32_t*>(shape.data) = 2;
  const LtTensor* in[] = {&shape};
  // tf.random.set_seed(42); tf.random.uniform([2], seed=5) twice
  int64_t attrs[] = {4, kUniform, 42, 5, 0, 0, 0, 1, LT_FLOAT32};
  REQUIRE(lt_stateful_random(&c, in, 1, &a, 1, attrs) == 0);
  REQUIRE(lt_stateful_random(&c, in, 1, &b, 1, attrs) == 0);
  const uint32_t first[] = {0x3cd6b7c0, 0x3ede72d0}, second[] = {0x3e4e9778, 0x3e81aa14};
  CHECK(memcmp(a.data, first, 8) == 0);
  CHECK(memcmp(b.data, second, 8) == 0);
  attrs[4] = 1;  // another instance starts anew
  REQUIRE(lt_stateful_random(&c, in, 1, &other, 1, attrs) == 0);
  CHECK(memcmp(other.data, first, 8) == 0);
  LtTensor* all[] = {&shape, &a, &b, &other};
  for (LtTensor* t : all) lt_release(t);
  lt_finish(&c, "");
}

TEST_CASE("random: an empty range of ints is refused", "[runtime]") {
  LtContext c{};
  LtTensor t[4], out;
  const LtTensor* in[4];
  int64_t dims[] = {2};
  for (int i = 0; i < 4; ++i) {
    lt_tensor_new(&t[i], LT_INT32, i < 2 ? 1 : 0, dims);
    for (int64_t k = 0; k < t[i].count; ++k) static_cast<int32_t*>(t[i].data)[k] = i == 0 ? 3 : 5;
    in[i] = &t[i];
  }
  int64_t attrs[] = {1, kUniformInt, 0, 0, 1, LT_INT32};
  CHECK(lt_stateless_random(&c, in, 4, &out, 1, attrs) == 1);
  CHECK(View(c.error_message) == View("Need minval < maxval, got 5 >= 5"));
  for (LtTensor& x : t) lt_release(&x);
  lt_clear_error(&c);
}

TEST_CASE("random: CPython", "[runtime]") {
  PythonRandom r;
  r.SeedInt(42);
  CHECK(r.Random() == 0.6394267984578837);
  CHECK(r.Random() == 0.025010755222666936);
  CHECK(r.RandInt(1, 100) == 36);
  CHECK(r.RandRange(0, 10, 1) == 3);
  CHECK(r.Gauss(0, 1) == 0.2735990065583831);
  CHECK(r.Gauss(0, 1) == 1.610071094463357);
  CHECK(r.NormalVariate(0, 1) == 2.811460417586422);
  CHECK(r.ExpoVariate(1.5) == 0.06063493640437743);
  std::vector<int64_t> sample(5);
  r.Sample(100, 5, sample.data());
  CHECK(sample == std::vector<int64_t>{54, 4, 3, 11, 27});
  CHECK(r.Choice(6) == 1);
  CHECK(r.GetRandBits(40) == 663595448017u);
  auto v = Indices(8);
  r.Shuffle(8, v.data());
  CHECK(v == std::vector<int64_t>{2, 5, 7, 3, 6, 1, 4, 0});
  r.SeedBytes("abc");
  CHECK(r.Random() == 0.7720246314157545);
}

TEST_CASE("random: NumPy's RandomState", "[runtime]") {
  NumpyRandomState r;
  r.Seed(42);
  CHECK(r.Random() == 0.3745401188473625);
  r.Seed(42);
  CHECK(r.Normal() == 0.4967141530112327);
  CHECK(r.Normal() == -0.13826430117118466);
  r.Seed(42);
  int64_t ints[5];
  r.RandInt(LT_INT64, 0, 99, 5, ints);
  CHECK(std::vector<int64_t>(ints, ints + 5) == std::vector<int64_t>{51, 92, 14, 71, 60});
  r.Seed(42);
  std::vector<int64_t> order(8);
  r.Permutation(8, order.data());
  CHECK(order == std::vector<int64_t>{1, 5, 0, 7, 2, 4, 3, 6});
}

TEST_CASE("random: NumPy's default_rng", "[runtime]") {
  NumpyGenerator g;
  g.SeedInt(42);
  CHECK(g.Random() == 0.7739560485559633);
  g.SeedInt(42);
  CHECK(g.Normal() == 0.30471707975443135);
  CHECK(g.Normal() == -1.0399841062404955);
  g.SeedInt(42);
  int64_t ints[5];
  g.Integers(LT_INT64, 0, 99, 5, ints);
  CHECK(std::vector<int64_t>(ints, ints + 5) == std::vector<int64_t>{8, 77, 65, 43, 43});
  g.SeedInt(42);
  std::vector<int64_t> order(8), chosen(4);
  g.Permutation(8, order.data());
  CHECK(order == std::vector<int64_t>{3, 4, 2, 7, 6, 1, 5, 0});
  g.SeedInt(42);
  g.ChoiceWithoutReplacement(10, 4, true, chosen.data());
  CHECK(chosen == std::vector<int64_t>{4, 0, 5, 6});
  g.SeedInt(42);
  CHECK(g.Exponential() == 2.4042086039659947);
  CHECK(g.Exponential() == 2.3361896558244535);
}
