// Gather, scatter, segments, counting. Expected values are TensorFlow's.
#include "kernels_helper.h"

using namespace kernel_test;

TEST_CASE("gather", "[kernels]") {
  const Tensor x = Iota<int32_t>({3, 2});
  CHECK(Call(lt_gather, {0, 0}, x, Ints({2, 0})).values<int32_t>() == I32{4, 5, 0, 1});
  CHECK(Call(lt_gather, {1, 0}, x, Of<int64_t>({1, 1, 0}, {3, 1})).dims() == Shape{3, 3, 1});
  CHECK(Call(lt_gather, {1, 0}, x, Vector<int64_t>({1, 0})).values<int32_t>() == I32{1, 0, 3, 2, 5, 4});
  CHECK(Call(lt_gather, {0, 0}, x, Scalar<int32_t>(1)).dims() == Shape{2});
  CHECK(
      Call(lt_gather, {1, 1}, Of<int32_t>({1, 2, 3, 4}, {2, 2}), Of<int32_t>({1, 0, 0, 1}, {2, 2})).values<int32_t>() ==
      I32{2, 1, 3, 4});
  CHECK(Call(lt_gather, {2, 1}, Iota<int32_t>({2, 2, 3}), Of<int32_t>({2, 0}, {2, 1})).values<int32_t>() ==
        I32{2, 5, 6, 9});
  CHECK(Call(lt_gather, {0, 0}, Strings({"a", "b"}), Ints({1, 1}))[0].strings() == std::vector<std::string>{"b", "b"});
  CHECK(Call(lt_gather, {0, 0}, x, Ints({})).dims() == Shape{0, 2});

  const Tensor v = Vector<float>({1, 2, 3});
  CHECK(Call(lt_gather, {0, 0}, v, Of<int32_t>({0, 1, 2, 5}, {2, 2})).message == "indices[1,1] = 5 is not in [0, 3)");
  CHECK(Call(lt_gather, {0, 0}, v, Scalar<int32_t>(7)).message == "indices = 7 is not in [0, 3)");
  CHECK(Call(lt_gather, {0, 0}, v, Ints({0, -1})).message == "indices[1] = -1 is not in [0, 3)");
  CHECK(Call(lt_gather, {0, 0}, Iota<float>({0, 3}), Ints({0})).message == "indices[0] = 0 is not in [0, 0)");
  CHECK(Call(lt_gather, {1, 1}, Iota<float>({2, 2}), Of<int32_t>({0, 1, 2, 0}, {2, 2})).message ==
        "indices[1,0] = 2 is not in [0, 2)");
}

TEST_CASE("gradient of gather adds duplicates", "[kernels]") {
  const Tensor like = Iota<float>({3, 2});
  CHECK(Call(lt_gather_grad, {0, 0}, like, Ints({2, 0, 2}), Of<float>({1, 2, 3, 4, 5, 6}, {3, 2})).values<float>() ==
        F32{3, 4, 0, 0, 6, 8});
  CHECK(Call(lt_gather_grad, {1, 0}, like, Ints({1, 1}), Of<float>({1, 2, 3, 4, 5, 6}, {3, 2})).values<float>() ==
        F32{0, 3, 0, 7, 0, 11});
  CHECK(Call(lt_gather_grad, {1, 1}, like, Of<int32_t>({1, 0, 1}, {3, 1}), Of<float>({1, 2, 3}, {3, 1}))
            .values<float>() == F32{0, 1, 2, 0, 0, 3});
}

TEST_CASE("gather_nd", "[kernels]") {
  const Tensor x = Iota<int32_t>({2, 3});
  CHECK(Call(lt_gather_nd, {0, 0}, x, Of<int32_t>({1, 2, 0, 1}, {2, 2})).values<int32_t>() == I32{5, 1});
  CHECK(Call(lt_gather_nd, {0, 0}, x, Of<int32_t>({1}, {1, 1})).values<int32_t>() == I32{3, 4, 5});
  CHECK(Call(lt_gather_nd, {0, 1}, x, Of<int32_t>({2, 0}, {2, 1})).values<int32_t>() == I32{2, 3});
  CHECK(Call(lt_gather_nd, {0, 0}, x, Iota<int32_t>({2, 0})).dims() == Shape{2, 2, 3});
  CHECK(Call(lt_gather_nd, {0, 0}, Vector<float>({1, 2, 3}), Of<int32_t>({0, 5}, {2, 1})).message ==
        "indices[1] = [5] does not index into param shape [3]");
  CHECK(Call(lt_gather_nd, {0, 0}, Strings({"a", "b"}), Of<int32_t>({0, 5}, {2, 1})).type == "InvalidArgumentError");
}

TEST_CASE("scatter_nd", "[kernels]") {
  CHECK(Call(lt_scatter_nd, {}, Of<int32_t>({4, 1, 4}, {3, 1}), Ints({9, 10, 1}), Ints({6})).values<int32_t>() ==
        I32{0, 10, 0, 0, 10, 0});
  CHECK(Call(lt_scatter_nd, {}, Of<int32_t>({1}, {1, 1}), Of<float>({5, 6}, {1, 2}), Ints({3, 2})).values<float>() ==
        F32{0, 0, 5, 6, 0, 0});
  CHECK(Call(lt_scatter_nd, {}, Iota<int32_t>({0, 1}), Iota<float>({0}), Ints({2})).values<float>() == F32{0, 0});
  CHECK(Call(lt_scatter_nd, {}, Of<int32_t>({0, 5}, {2, 1}), Vector<float>({1, 2}), Ints({3})).message ==
        "indices[1] = [5] does not index into shape [3]");
  CHECK(Call(lt_scatter_nd, {}, Of<int32_t>({0}, {1, 1}), Vector<float>({1, 2}), Ints({3})).type ==
        "InvalidArgumentError");
  CHECK(Call(lt_scatter_nd, {}, Of<int32_t>({0}, {1, 1}), Vector<float>({1}), Ints({-3})).type ==
        "InvalidArgumentError");
}

TEST_CASE("tensor scatter updates", "[kernels]") {
  const Tensor x = Ints({1, 2, 3, 4});
  const auto update = [&](int64_t kind, const I32& at, const I32& by) {
    return Call(lt_tensor_scatter, Params({kind}), x, Of<int32_t>(at, {int64_t(at.size()), 1}), Ints(by))
        .values<int32_t>();
  };
  CHECK(update(0, {1, 3, 1}, {20, 40, 21}) == I32{1, 21, 3, 40});
  CHECK(update(1, {0, 0, 2}, {10, 100, 5}) == I32{111, 2, 8, 4});
  CHECK(update(2, {3, 3}, {1, 1}) == I32{1, 2, 3, 2});
  CHECK(update(3, {0, 0, 3}, {7, 5, 2}) == I32{7, 2, 3, 4});
  CHECK(update(4, {1, 3}, {0, 9}) == I32{1, 0, 3, 4});
  CHECK(update(5, {1, 1}, {3, 4}) == I32{1, 24, 3, 4});
  CHECK(update(6, {3}, {2}) == I32{1, 2, 3, 2});
  CHECK(Call(lt_tensor_scatter, Params({0}), Strings({"a", "b"}), Of<int32_t>({0}, {1, 1}), Strings({"z"}))[0]
            .strings() == std::vector<std::string>{"z", "b"});
  CHECK(Call(lt_tensor_scatter, Params({0}), Iota<float>({2, 2}), Of<int32_t>({0, 0, 0, 3}, {2, 2}),
             Vector<float>({1, 2}))
            .message == "indices[1] = [0,3] does not index into shape [2,2]");
  CHECK(Call(lt_tensor_scatter, Params({0}), x, Of<int32_t>({0, 1}, {2, 1}), Ints({1, 2, 3})).message ==
        "Outer dimensions of indices and update must match. Indices shape: [2,1], updates shape:[3]");
}

TEST_CASE("segments", "[kernels]") {
  const Tensor x = Vector<float>({5, 1, 7, 2, 3}), ids = Ints({2, 0, 2, -1, 0}), n = Scalar<int32_t>(4);
  const float high = 0x1.fffffep127f;
  CHECK(Call(lt_unsorted_segment, Params({0}), x, ids, n).values<float>() == F32{4, 0, 12, 0});
  CHECK(Call(lt_unsorted_segment, Params({1}), x, ids, n).values<float>() == F32{3, -high, 7, -high});
  CHECK(Call(lt_unsorted_segment, Params({2}), x, ids, n).values<float>() == F32{1, high, 5, high});
  CHECK(Call(lt_unsorted_segment, Params({3}), x, ids, n).values<float>() == F32{3, 1, 35, 1});
  CHECK(Call(lt_unsorted_segment, Params({1}), Ints({1, 2}), Ints({0, 0}), Scalar<int32_t>(2)).values<int32_t>() ==
        I32{2, INT32_MIN});
  CHECK(Call(lt_unsorted_segment, Params({2}), Vector<int8_t>({1, 2}), Ints({0, 0}), Scalar<int32_t>(2))
            .values<int8_t>() == std::vector<int8_t>{1, 127});
  CHECK(Call(lt_unsorted_segment, Params({0}), Of<int32_t>({1, 2, 3, 4}, {2, 2}), Of<int32_t>({0, 1, 1, 0}, {2, 2}),
             Scalar<int32_t>(2))
            .values<int32_t>() == I32{5, 5});
  const auto nan =
      Call(lt_unsorted_segment, Params({1}), Vector<float>({7, NAN, 2, 1}), Ints({0, 0, 0, 1}), Scalar<int32_t>(2))
          .values<float>();
  CHECK((std::isnan(nan[0]) && nan[1] == 1));
  CHECK(Call(lt_unsorted_segment, Params({0}), x, Ints({0, 1, 3, 0, 0}), Scalar<int32_t>(3)).message ==
        "segment_ids[2] = 3 is out of range [0, 3)");
  CHECK(Call(lt_unsorted_segment, Params({0}), x, Ints({0, 1}), n).message ==
        "data.shape = [5] does not start with segment_ids.shape = [2]");
  CHECK(Call(lt_unsorted_segment, Params({0}), x, ids, Scalar<int32_t>(-1)).message ==
        "Input num_segments == -1 must not be negative.");
}

TEST_CASE("bincount and where", "[kernels]") {
  const Tensor v = Ints({1, 1, 2, 5, 0});
  CHECK(Call(lt_bincount, {}, v, Scalar<int32_t>(6), Iota<int32_t>({0})).values<int32_t>() == I32{1, 2, 1, 0, 0, 1});
  CHECK(Call(lt_bincount, {}, v, Scalar<int32_t>(3), Vector<float>({1, 2, 3, 4, 0.5f})).values<float>() ==
        F32{0.5f, 3, 3});
  CHECK(Call(lt_bincount, {}, Ints({1, -2}), Scalar<int32_t>(3), Iota<int32_t>({0})).message ==
        "Input arr must be non-negative!");
  CHECK(Call(lt_bincount, {}, v, Scalar<int32_t>(-3), Iota<int32_t>({0})).message == "size (-3) must be non-negative");

  Called w = Call(lt_where, {}, Of<bool>({true, false, false, true}, {2, 2}));
  CHECK(w.dims() == Shape{2, 2});
  CHECK(w.values<int64_t>() == I64{0, 0, 1, 1});
  CHECK(Call(lt_where, {}, Vector<float>({0.0f, -0.0f, NAN, 1})).values<int64_t>() == I64{2, 3});
  CHECK(Call(lt_where, {}, Iota<int32_t>({2, 0})).dims() == Shape{0, 2});
}
