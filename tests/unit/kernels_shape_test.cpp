// Data movement: shapes, slices, joins, padding, sequences. Expected values are TensorFlow's or NumPy's.
#include "kernels_helper.h"

using namespace kernel_test;

TEST_CASE("shape and dimension", "[kernels]") {
  const Tensor x = Iota<float>({2, 0, 3});
  CHECK(Call(lt_shape_of, {LT_INT32}, x).values<int32_t>() == I32{2, 0, 3});
  CHECK(Call(lt_shape_of, {LT_INT64}, Scalar(1.0f)).dims() == Shape{0});
  CHECK(Call(lt_dim_of, {2}, x).values<int64_t>() == I64{3});
  CHECK(Call(lt_dim_of, {-3}, x).values<int64_t>() == I64{2});
  CHECK(Call(lt_dim_of, {3}, x).type == "InvalidArgumentError");
}

TEST_CASE("broadcast_to", "[kernels]") {
  CHECK(Call(lt_broadcast_to, {}, Vector<int32_t>({1, 2, 3}), Ints({2, 3})).values<int32_t>() == I32{1, 2, 3, 1, 2, 3});
  CHECK(Call(lt_broadcast_to, {}, Of<int32_t>({1, 2}, {2, 1}), Ints({2, 3})).values<int32_t>() ==
        I32{1, 1, 1, 2, 2, 2});
  CHECK(Call(lt_broadcast_to, {}, Of<int32_t>({1, 2}, {2, 1, 1}), Ints({2, 2, 2})).values<int32_t>() ==
        I32{1, 1, 1, 1, 2, 2, 2, 2});
  CHECK(Call(lt_broadcast_to, {}, Of<int32_t>({1, 2}, {1, 2}), Ints({0, 2})).dims() == Shape{0, 2});
  CHECK(Call(lt_broadcast_to, {}, Scalar(2.5f), Ints({})).values<float>() == F32{2.5f});
  CHECK(Call(lt_broadcast_to, {}, Strings({"a", "b"}), Ints({2, 2}))[0].strings() ==
        std::vector<std::string>{"a", "b", "a", "b"});
  CHECK(Call(lt_broadcast_to, {}, Vector<float>({1, 2, 3}), Ints({2, 2})).message ==
        "Incompatible shapes: [3] vs. [2,2]");
  CHECK(Call(lt_broadcast_to, {}, Iota<float>({2, 3}), Ints({3})).message ==
        "Rank of input (2) must be no greater than rank of output shape (1).");
  CHECK(Call(lt_broadcast_to, {}, Scalar(1.0f), Ints({2, -1})).type == "InvalidArgumentError");
  CHECK(Call(lt_broadcast_to, {}, Scalar(1.0f), Vector<int64_t>({int64_t{1} << 40, int64_t{1} << 40})).type ==
        "InvalidArgumentError");
  CHECK(Call(lt_broadcast_shape, {}, Ints({2, 1, 3}), Ints({4, 1})).values<int32_t>() == I32{2, 4, 3});
  CHECK(Call(lt_broadcast_shape, {}, Ints({0}), Ints({1})).values<int32_t>() == I32{0});
  CHECK(Call(lt_broadcast_shape, {}, Ints({2}), Ints({3})).type == "InvalidArgumentError");
}

TEST_CASE("transpose agrees with its definition on all permutations and widths", "[kernels]") {
  const auto check = [](auto zero, const Shape& dims, const Shape& perm) {
    using T = decltype(zero);
    const Tensor x = Iota<T>(dims);
    Shape attrs{int64_t(perm.size())};
    attrs.insert(attrs.end(), perm.begin(), perm.end());
    Called y = Call(lt_transpose, attrs, x);
    Shape strides(dims.size());
    int64_t n = 1;
    for (size_t i = dims.size(); i-- > 0;) strides[i] = n, n *= dims[i];
    Shape expected_dims;
    for (int64_t p : perm) expected_dims.push_back(dims[size_t(p)]);
    REQUIRE(y.dims() == expected_dims);
    const auto values = y.template values<T>();
    std::vector<int64_t> index(perm.size());
    int64_t wrong = 0;
    for (size_t k = 0; k < values.size(); ++k) {
      int64_t at = 0;
      for (size_t i = 0; i < perm.size(); ++i) at += index[i] * strides[size_t(perm[i])];
      wrong += values[k] != T(at);
      for (size_t i = perm.size(); i-- > 0;) {
        if (++index[i] < expected_dims[i]) break;
        index[i] = 0;
      }
    }
    CHECK(wrong == 0);
  };
  check(float{}, {5, 7}, {1, 0});
  check(float{}, {70, 133}, {1, 0});
  check(int8_t{}, {600, 1001}, {1, 0});
  check(int16_t{}, {9, 10, 11}, {2, 1, 0});
  check(double{}, {9, 10, 11}, {1, 0, 2});
  check(double{}, {3, 40, 50, 9}, {0, 2, 1, 3});
  check(int32_t{}, {8, 9, 10, 11}, {3, 1, 0, 2});
  check(int32_t{}, {12, 1, 10, 11}, {2, 3, 1, 0});
  check(int32_t{}, {300, 400, 2}, {1, 2, 0});
  check(int64_t{}, {3, 0, 2}, {2, 0, 1});
  CHECK(Call(lt_transpose, {2, 1, 1}, Iota<float>({2, 2})).type == "InvalidArgumentError");
  CHECK(Call(lt_transpose, {2, 0, 2}, Iota<float>({2, 2})).type == "InvalidArgumentError");
}

TEST_CASE("reverse and roll", "[kernels]") {
  const Tensor x = Iota<int32_t>({2, 3});
  CHECK(Call(lt_reverse, {1, 1}, x).values<int32_t>() == I32{2, 1, 0, 5, 4, 3});
  CHECK(Call(lt_reverse, {2, 0, -1}, x).values<int32_t>() == I32{5, 4, 3, 2, 1, 0});
  CHECK(Call(lt_reverse, {0}, x).values<int32_t>() == I32{0, 1, 2, 3, 4, 5});
  CHECK(Call(lt_reverse, {1, 0}, Iota<int32_t>({0, 3})).dims() == Shape{0, 3});
  CHECK(Call(lt_reverse, {1, 2}, x).type == "InvalidArgumentError");
  CHECK(Call(lt_roll, {1, 1}, x, Ints({1})).values<int32_t>() == I32{2, 0, 1, 5, 3, 4});
  CHECK(Call(lt_roll, {2, 0, 1}, x, Ints({1, -1})).values<int32_t>() == I32{4, 5, 3, 1, 2, 0});
  CHECK(Call(lt_roll, {2, 0, 0}, Ints({1, 2, 3}), Ints({1, 1})).values<int32_t>() == I32{2, 3, 1});
  CHECK(Call(lt_roll, {1, 0}, Ints({1, 2, 3}), Ints({-7})).values<int32_t>() == I32{2, 3, 1});
}

namespace {

// x[begin:end:strides] with masks given as {begin, end, ellipsis, new axis, shrink}.
Called SliceOf(const Tensor& x, const I32& begin, const I32& end, const I32& strides,
               const Shape& masks = {0, 0, 0, 0, 0}) {
  return Call(lt_strided_slice, masks, x, Ints(begin), Ints(end), Ints(strides));
}

}  // namespace

TEST_CASE("strided slices", "[kernels]") {
  const Tensor x = Iota<int32_t>({3, 4});
  CHECK(SliceOf(x, {1}, {3}, {1}).values<int32_t>() == I32{4, 5, 6, 7, 8, 9, 10, 11});
  CHECK(SliceOf(x, {-1, 0}, {0, 4}, {1, 2}, {0, 0, 0, 0, 1}).values<int32_t>() == I32{8, 10});
  CHECK(SliceOf(x, {0, 0}, {0, 0}, {-1, -2}, {3, 3, 0, 0, 0}).values<int32_t>() == I32{11, 9, 7, 5, 3, 1});
  CHECK(SliceOf(x, {2}, {1}, {1}).dims() == Shape{0, 4});
  CHECK(SliceOf(x, {-100, -2}, {100, 100}, {1, 1}).dims() == Shape{3, 2});
  // x[..., tf.newaxis, 1]
  Called y = SliceOf(x, {0, 0, 1}, {0, 0, 2}, {1, 1, 1}, {1, 1, 1, 2, 4});
  CHECK(y.dims() == Shape{3, 1});
  CHECK(y.values<int32_t>() == I32{1, 5, 9});
  CHECK(SliceOf(Scalar(1.0f), {0}, {0}, {1}, {0, 0, 1, 0, 0}).values<float>() == F32{1});
  CHECK(SliceOf(x, {0, 3}, {3, -100}, {1, -1}).values<int32_t>() == I32{3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8});
  CHECK(SliceOf(Vector<int32_t>({1, 2, 3}), {0}, {3}, {INT32_MAX}).values<int32_t>() == I32{1});
  CHECK(SliceOf(Vector<int32_t>({1, 2, 3}), {2}, {-9}, {INT32_MIN}).values<int32_t>() == I32{3});

  CHECK(SliceOf(Vector<int32_t>({1, 2, 3}), {5}, {6}, {1}, {0, 0, 0, 0, 1}).message ==
        "slice index 5 of dimension 0 out of bounds.");
  CHECK(SliceOf(Vector<int32_t>({1, 2, 3}), {-4}, {-3}, {1}, {0, 0, 0, 0, 1}).message ==
        "slice index -4 of dimension 0 out of bounds.");
  CHECK(SliceOf(x, {0}, {2}, {0}).message == "strides[0] must be non-zero");
  CHECK(SliceOf(x, {0, 0, 0}, {1, 1, 1}, {1, 1, 1}).message ==
        "Index out of range using input dim 2; input has only 2 dims");
  CHECK(SliceOf(x, {0, 0}, {1, 1}, {1, 1}, {0, 0, 3, 0, 0}).type == "InvalidArgumentError");
}

TEST_CASE("gradient and update of a strided slice", "[kernels]") {
  const Tensor x = Iota<float>({2, 3});
  CHECK(Call(lt_strided_slice_grad, {3, 3, 0, 0, 0}, x, Ints({0, 0}), Ints({0, 0}), Ints({1, -2}),
             Of<float>({1, 2, 3, 4}, {2, 2}))
            .values<float>() == F32{2, 0, 1, 4, 0, 3});
  CHECK(Call(lt_strided_slice_update, {0, 0, 0, 0, 1}, x, Ints({1}), Ints({2}), Ints({1}), Scalar(9.0f))
            .values<float>() == F32{0, 1, 2, 9, 9, 9});
  // x[:, tf.newaxis, 1:] = [[7, 8]]
  CHECK(Call(lt_strided_slice_update, {3, 7, 0, 2, 0}, x, Ints({0, 0, 1}), Ints({0, 0, 0}), Ints({1, 1, 1}),
             Of<float>({7, 8}, {1, 2}))
            .values<float>() == F32{0, 7, 8, 3, 7, 8});
  CHECK(Call(lt_strided_slice_update, {1, 1, 0, 0, 0}, Strings({"a", "b", "c"}), Ints({0}), Ints({0}), Ints({2}),
             Strings({"x", "y"}))[0]
            .strings() == std::vector<std::string>{"x", "b", "y"});
  CHECK(
      Call(lt_strided_slice_update, {1, 1, 0, 0, 0}, x, Ints({0}), Ints({0}), Ints({1}), Vector<float>({1, 2})).type ==
      "InvalidArgumentError");
}

TEST_CASE("slice", "[kernels]") {
  const Tensor x = Iota<int32_t>({3, 4});
  CHECK(Call(lt_slice, {}, x, Ints({1, 1}), Ints({-1, 2})).values<int32_t>() == I32{5, 6, 9, 10});
  CHECK(Call(lt_slice, {}, x, Ints({3, 0}), Ints({0, 4})).dims() == Shape{0, 4});
  CHECK(Call(lt_slice, {}, Strings({"p", "q", "r"}), Ints({1}), Ints({2}))[0].strings() ==
        std::vector<std::string>{"q", "r"});
  CHECK(Call(lt_slice, {}, x, Ints({1, 0}), Ints({5, 1})).message == "Expected size[0] in [0, 2], but got 5");
  CHECK(Call(lt_slice, {}, x, Ints({4, 0}), Ints({1, 1})).message == "Expected begin[0] in [0, 3], but got 4");
  CHECK(Call(lt_slice, {}, x, Ints({4}), Ints({1})).type == "InvalidArgumentError");
}

TEST_CASE("concat, its gradient, stack, tile", "[kernels]") {
  const Tensor a = Iota<int32_t>({2, 2}), b = Of<int32_t>({10, 11}, {2, 1}), none = Iota<int32_t>({2, 0});
  CHECK(Call(lt_concat, {1}, a, none, b).values<int32_t>() == I32{0, 1, 10, 2, 3, 11});
  CHECK(Call(lt_concat, {0}, a, a).values<int32_t>() == I32{0, 1, 2, 3, 0, 1, 2, 3});
  CHECK(Call(lt_concat, {-1}, Strings({"a"}), Strings({"b", "c"}))[0].strings() ==
        std::vector<std::string>{"a", "b", "c"});
  CHECK(Call(lt_concat, {0}, Iota<float>({2, 3}), Iota<float>({3, 4})).message ==
        "ConcatOp : Dimension 1 in both shapes must be equal: shape[0] = [2,3] vs. shape[1] = [3,4]");
  CHECK(Call(lt_concat, {0}, Iota<float>({2, 3}), Iota<float>({3})).message ==
        "ConcatOp : Ranks of all input tensors should match: shape[0] = [2,3] vs. shape[1] = [3]");
  const Tensor whole = Iota<int32_t>({2, 3});
  Called pieces = CallAll(lt_concat_grad, {&whole, &a, &none, &b}, {1}, 3);
  CHECK(pieces[0].values<int32_t>() == I32{0, 1, 3, 4});
  CHECK(pieces[1].dims() == Shape{2, 0});
  CHECK(pieces[2].values<int32_t>() == I32{2, 5});

  CHECK(Call(lt_stack, {0}, Ints({1, 2}), Ints({3, 4})).dims() == Shape{2, 2});
  CHECK(Call(lt_stack, {1}, Ints({1, 2}), Ints({3, 4})).values<int32_t>() == I32{1, 3, 2, 4});
  CHECK(Call(lt_stack, {-1}, Scalar(1.0f), Scalar(2.0f)).values<float>() == F32{1, 2});
  CHECK(Call(lt_stack, {0}, Iota<float>({2, 3}), Iota<float>({3})).message ==
        "Shapes of all inputs must match: values[0].shape = [2,3] != values[1].shape = [3]");

  CHECK(Call(lt_tile, {}, Of<int32_t>({1, 2, 3, 4}, {2, 2}), Ints({2, 2})).values<int32_t>() ==
        I32{1, 2, 1, 2, 3, 4, 3, 4, 1, 2, 1, 2, 3, 4, 3, 4});
  CHECK(Call(lt_tile, {}, a, Ints({0, 2})).dims() == Shape{0, 4});
  CHECK(Call(lt_tile, {}, Strings({"a"}), Ints({2}))[0].strings() == std::vector<std::string>{"a", "a"});
  CHECK(Call(lt_tile, {}, Ints({1}), Ints({-1})).message == "Expected multiples[0] >= 0, but got -1");
}

TEST_CASE("padding", "[kernels]") {
  const Tensor x = Of<int32_t>({1, 2, 3, 4, 5, 6}, {2, 3});
  CHECK(Call(lt_pad, {}, x, Of<int32_t>({1, 0, 0, 2}, {2, 2}), Scalar<int32_t>(9)).values<int32_t>() ==
        I32{9, 9, 9, 9, 9, 1, 2, 3, 9, 9, 4, 5, 6, 9, 9});
  CHECK(Call(lt_mirror_pad, Params({0}), x, Of<int32_t>({1, 1, 2, 2}, {2, 2})).values<int32_t>() ==
        I32{6, 5, 4, 5, 6, 5, 4, 3, 2, 1, 2, 3, 2, 1, 6, 5, 4, 5, 6, 5, 4, 3, 2, 1, 2, 3, 2, 1});
  CHECK(Call(lt_mirror_pad, Params({1}), x, Of<int32_t>({1, 1, 2, 2}, {2, 2})).values<int32_t>() ==
        I32{2, 1, 1, 2, 3, 3, 2, 2, 1, 1, 2, 3, 3, 2, 5, 4, 4, 5, 6, 6, 5, 5, 4, 4, 5, 6, 6, 5});
  CHECK(Call(lt_pad, {}, Strings({"a"}), Of<int32_t>({1, 0}, {1, 2}), Strings({"z"})).type == "");
  CHECK(Call(lt_pad, {}, Vector<float>({1}), Of<int32_t>({1, -1}, {1, 2}), Scalar(0.0f)).message ==
        "Paddings must be non-negative: 1 -1");
  CHECK(Call(lt_mirror_pad, Params({0}), Iota<float>({3}), Of<int32_t>({3, 0}, {1, 2})).message ==
        "paddings must be less than the dimension size: 3, 0 not less than 3");
  CHECK(Call(lt_mirror_pad, Params({1}), Iota<float>({3}), Of<int32_t>({4, 0}, {1, 2})).message ==
        "paddings must be no greater than the dimension size: 4, 0 greater than 3");
}

TEST_CASE("bands and diagonals", "[kernels]") {
  const Tensor x = Iota<int32_t>({3, 4});
  CHECK(Call(lt_band_part, {}, x, Scalar<int32_t>(1), Scalar<int32_t>(0)).values<int32_t>() ==
        I32{0, 0, 0, 0, 4, 5, 0, 0, 0, 9, 10, 0});
  CHECK(Call(lt_band_part, {}, x, Scalar<int32_t>(0), Scalar<int32_t>(-1)).values<int32_t>() ==
        I32{0, 1, 2, 3, 0, 5, 6, 7, 0, 0, 10, 11});
  CHECK(Call(lt_band_part, {}, Iota<float>({2, 2}), Scalar<int32_t>(3), Scalar<int32_t>(0)).message ==
        "num_lower must be negative or less or equal to number of rows (2) got: 3");
  CHECK(Call(lt_diag, {}, Of<int32_t>({1, 2, 3, 4}, {2, 2})).values<int32_t>() == I32{1, 0, 0, 2, 3, 0, 0, 4});
  CHECK(Call(lt_diag_part, {}, x).values<int32_t>() == I32{0, 5, 10});
  CHECK(Call(lt_diag_part, {}, Iota<int32_t>({2, 3, 2})).values<int32_t>() == I32{0, 3, 6, 9});
}

TEST_CASE("ranges", "[kernels]") {
  const auto ints = [](int32_t a, int32_t b, int32_t c) { return Call(lt_range, {}, Scalar(a), Scalar(b), Scalar(c)); };
  CHECK(ints(1, 10, 3).values<int32_t>() == I32{1, 4, 7});
  CHECK(ints(5, 0, -2).values<int32_t>() == I32{5, 3, 1});
  CHECK(ints(3, 3, 1).dims() == Shape{0});
  CHECK(ints(1136033460, -2110457150, -1849827689).values<int32_t>() == I32{1136033460, -713794229});
  CHECK(ints(3, 0, 1).message == "Requires start <= limit when delta > 0: 3/0");
  CHECK(ints(3, 5, 0).message == "Requires delta != 0: 0");
  CHECK(Call(lt_range, {}, Scalar<int64_t>(INT64_MIN), Scalar<int64_t>(INT64_MAX), Scalar<int64_t>(1)).type ==
        "InvalidArgumentError");
  CHECK(Call(lt_range, {}, Scalar<int64_t>(INT64_MIN), Scalar<int64_t>(INT64_MAX), Scalar<int64_t>(INT64_MAX))
            .values<int64_t>() == I64{INT64_MIN, -1, INT64_MAX - 1});
  CHECK(Call(lt_range, {}, Scalar(0.0f), Scalar(1.0f), Scalar(0.1f)).values<float>() ==
        F32{0, 0x1.99999ap-4f, 0x1.99999ap-3f, 0x1.333334p-2f, 0x1.99999ap-2f, 0.5f, 0x1.333334p-1f, 0x1.666666p-1f,
            0x1.99999ap-1f, 0x1.cccccep-1f});
  CHECK(Call(lt_range, {}, Scalar(0.0f), Scalar(2.5f), Scalar(1.0f)).values<float>() == F32{0, 1, 2});
  CHECK(Call(lt_range, {}, Scalar(0.0f), Scalar(1.0f), Scalar(float(NAN))).type == "InvalidArgumentError");
  CHECK(Call(lt_range, {}, Scalar(0.0), Scalar(double(INFINITY)), Scalar(1.0)).type == "InvalidArgumentError");

  CHECK(Call(lt_linspace, {}, Scalar(0.0f), Scalar(1.0f), Scalar<int32_t>(5)).values<float>() ==
        F32{0, 0.25f, 0.5f, 0.75f, 1});
  CHECK(Call(lt_linspace, {}, Scalar(0.1f), Scalar(0.7f), Scalar<int32_t>(10)).values<float>() ==
        F32{0x1.99999ap-4f, 0x1.555554p-3f, 0x1.dddddcp-3f, 0x1.333332p-2f, 0x1.777776p-2f, 0x1.bbbbbap-2f,
            0x1.fffffep-2f, 0x1.222222p-1f, 0x1.444444p-1f, 0x1.666666p-1f});
  CHECK(Call(lt_linspace, {}, Vector<float>({0, 10}), Vector<float>({1, 20}), Scalar<int32_t>(3)).values<float>() ==
        F32{0, 10, 0.5f, 15, 1, 20});
  CHECK(Call(lt_linspace, {}, Scalar(2.0f), Scalar(9.0f), Scalar<int32_t>(1)).values<float>() == F32{2});
  CHECK(Call(lt_linspace, {}, Scalar(2.0f), Scalar(9.0f), Scalar<int32_t>(0)).dims() == Shape{0});
}

TEST_CASE("one_hot", "[kernels]") {
  const Tensor depth = Scalar<int32_t>(3), on = Scalar(1.0f), off = Scalar(0.0f);
  CHECK(Call(lt_one_hot, {-1}, Ints({0, -1, 3}), depth, on, off).values<float>() == F32{1, 0, 0, 0, 0, 0, 0, 0, 0});
  CHECK(Call(lt_one_hot, {0}, Ints({0, 1}), depth, on, off).values<float>() == F32{1, 0, 0, 1, 0, 0});
  CHECK(Call(lt_one_hot, {1}, Of<int64_t>({0, 1}, {1, 2}), depth, Scalar<int32_t>(5), Scalar<int32_t>(-1))
            .values<int32_t>() == I32{5, -1, -1, 5, -1, -1});
  CHECK(Call(lt_one_hot, {-1}, Scalar<uint8_t>(2), depth, Scalar(true), Scalar(false)).values<bool>() ==
        std::vector<bool>{false, false, true});
  CHECK(Call(lt_one_hot, {-1}, Ints({0}), Scalar<int32_t>(-1), on, off).message ==
        "depth must be non-negative, got: -1");
}
