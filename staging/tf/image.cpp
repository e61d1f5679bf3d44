// tf.image.*: flips, crops, padding and colour arithmetic that are plain compositions.
#include <cmath>

#include "staging/builtin_tables.h"
#include "staging/tf/api.h"

namespace lathe::staging {

namespace {

// Axes of height, width and channels: images are [h, w, c] or [batch, h, w, c].
struct Image {
  V value;
  int height, width, channel;
};

Image ImageArg(Bound& b, size_t i) {
  Ops o(b);
  V x = Arg(b, i);
  int rank = o.rank(x);
  if (rank != 3 && rank != 4)
    b.in.Raise(DiagnosticKind::kRankMismatch, "ValueError", "an image must have rank 3 or 4, not the shape " + ToString(o.shape(x)), b.spans[i]);
  return {x, rank - 3, rank - 2, rank - 1};
}

template <int axis>
Value Flip(Bound& b) {
  Ops o(b);
  Image image = ImageArg(b, 0);
  return o.Out(o(K::kReverse, {image.value}, ir::AxesAttr{{axis == 0 ? image.height : image.width}, false}));
}

Value TransposeImage(Bound& b) {
  Ops o(b);
  Image image = ImageArg(b, 0);
  std::vector<int64_t> order = o.AllAxes(image.value);
  std::swap(order[size_t(image.height)], order[size_t(image.width)]);
  return o.Out(o.Transpose(image.value, order));
}

Value Rot90(Bound& b) {
  Ops o(b);
  Image image = ImageArg(b, 0);
  int64_t k = ((b.in.KnownInt(b[1], "k", b.spans[1]) % 4) + 4) % 4;
  V x = image.value;
  std::vector<int64_t> order = o.AllAxes(x);
  std::swap(order[size_t(image.height)], order[size_t(image.width)]);
  auto reverse = [&](V v, std::vector<int64_t> axes) { return o(K::kReverse, {v}, ir::AxesAttr{std::move(axes), false}); };
  if (k == 1) x = reverse(o.Transpose(x, order), {image.height});
  if (k == 2) x = reverse(x, {image.height, image.width});
  if (k == 3) x = o.Transpose(reverse(x, {image.height}), order);
  return o.Out(x);
}

V Crop(Ops& o, const Image& image, V top, V left, V height, V width) {
  std::vector<V> begin, size;
  for (int i = 0; i < o.rank(image.value); ++i) {
    begin.push_back(i == image.height ? top : i == image.width ? left : o.Int(0));
    size.push_back(i == image.height ? height : i == image.width ? width : o.Int(-1));
  }
  return o(K::kSlice, {image.value, o.Stack(begin), o.Stack(size)});
}

V Int32(Bound& b, size_t i) { return Ops(b).Cast(Arg(b, i), D::kInt32); }

Value CropToBox(Bound& b) {
  Ops o(b);
  return o.Out(Crop(o, ImageArg(b, 0), Int32(b, 1), Int32(b, 2), Int32(b, 3), Int32(b, 4)));
}

V PadTo(Ops& o, const Image& image, V top, V left, V height, V width) {
  V h = o.DimOf(image.value, image.height), w = o.DimOf(image.value, image.width);
  std::vector<V> rows;
  for (int i = 0; i < o.rank(image.value); ++i) {
    if (i == image.height) rows.push_back(o.Stack({top, o.Sub(o.Sub(height, top), h)}));
    else if (i == image.width) rows.push_back(o.Stack({left, o.Sub(o.Sub(width, left), w)}));
    else rows.push_back(o.Ints({0, 0}));
  }
  return o(K::kPad, {image.value, o.Stack(rows), o.Like(image.value, 0)});
}

Value PadToBox(Bound& b) {
  Ops o(b);
  return o.Out(PadTo(o, ImageArg(b, 0), Int32(b, 1), Int32(b, 2), Int32(b, 3), Int32(b, 4)));
}

Value CropOrPad(Bound& b) {
  Ops o(b);
  Image image = ImageArg(b, 0);
  V target_h = Int32(b, 1), target_w = Int32(b, 2), zero = o.Int(0), two = o.Int(2);
  V h = o.DimOf(image.value, image.height), w = o.DimOf(image.value, image.width);
  auto half = [&](V v) { return o(K::kFloorDiv, {v, two}); };
  V dh = o.Sub(target_h, h), dw = o.Sub(target_w, w);
  image.value = Crop(o, image, o.Max(half(o.Neg(dh)), zero), o.Max(half(o.Neg(dw)), zero), o.Min(target_h, h), o.Min(target_w, w));
  return o.Out(PadTo(o, image, o.Max(half(dh), zero), o.Max(half(dw), zero), target_h, target_w));
}

Value CentralCrop(Bound& b) {
  Ops o(b);
  Image image = ImageArg(b, 0);
  auto* d = b[1].as<double>();
  double fraction = d ? *d : double(b.in.KnownInt(b[1], "central_fraction", b.spans[1]));
  if (!(fraction > 0 && fraction <= 1))
    b.in.Raise(DiagnosticKind::kInvalidArgument, "ValueError", "central_fraction must be in (0, 1], not " + std::to_string(fraction), b.spans[1]);
  if (fraction == 1) return o.Out(image.value);
  ir::Dim h = o.dim(image.value, image.height), w = o.dim(image.value, image.width);
  if (!ir::IsKnown(h) || !ir::IsKnown(w)) b.in.Fail(DiagnosticKind::kDynamicShape, "central_crop needs an image of known size", b.spans[0]);
  auto start = [&](int64_t n) { return int64_t((double(n) - double(n) * fraction) / 2); };
  int64_t top = start(h), left = start(w);
  return o.Out(Crop(o, image, o.Int(top), o.Int(left), o.Int(h - 2 * top), o.Int(w - 2 * left)));
}

// Arithmetic on images is done in float32 in [0, 1] for integer images, as TensorFlow does.
double RangeOf(D d) {
  switch (d) {
    case D::kUInt8: return 255;
    case D::kInt8: return 127;
    case D::kUInt16: return 65535;
    case D::kInt16: return 32767;
    case D::kInt32: return 2147483647.0;
    default: return 1;
  }
}

V Convert(Ops& o, V x, D to, bool saturate) {
  D from = o.dtype(x);
  if (from == to) return x;
  if (ir::IsInteger(from) && ir::IsFloating(to)) return o.Mul(o.Cast(x, to), o.Number(to, 1.0 / RangeOf(from)));
  if (ir::IsFloating(from) && ir::IsInteger(to)) {
    V scaled = o.Mul(x, o.Like(x, RangeOf(to) + 0.5));
    if (saturate) {
      double low = ir::IsUnsigned(to) ? 0 : -RangeOf(to) - 1;
      scaled = o.Min(o.Max(scaled, o.Like(x, low)), o.Like(x, RangeOf(to)));
    }
    return o.Cast(scaled, to);
  }
  if (ir::IsFloating(from) && ir::IsFloating(to)) return o.Cast(x, to);
  o.in.Fail(DiagnosticKind::kUnsupportedApi, "conversion of images from " + std::string(NameOf(from)) + " to " + std::string(NameOf(to)) + " is not implemented here", o.span);
}

Value ConvertDType(Bound& b) {
  Ops o(b);
  return o.Out(Convert(o, Arg(b, 0), *DTypeArg(b, 1), BoolArg(b, 2, "saturate")));
}

template <class F>
Value InFloat(Bound& b, F f) {
  Ops o(b);
  V x = Arg(b, 0);
  D own = o.dtype(x);
  D compute = own == D::kFloat16 || own == D::kFloat32 || own == D::kFloat64 ? own : D::kFloat32;
  return o.Out(Convert(o, f(o, Convert(o, x, compute, false)), own, true));
}

Value AdjustBrightness(Bound& b) {
  return InFloat(b, [&](Ops& o, V x) { return o.Add(x, o.Cast(Arg(b, 1), o.dtype(x))); });
}

Value AdjustContrast(Bound& b) {
  return InFloat(b, [&](Ops& o, V x) {
    int r = o.rank(x);
    V mean = o.Mean(x, {r - 3, r - 2}, true);
    return o.Add(o.Mul(o.Sub(x, mean), o.Cast(Arg(b, 1), o.dtype(x))), mean);
  });
}

Value AdjustGamma(Bound& b) {
  return InFloat(b, [&](Ops& o, V x) {
    V gamma = o.Cast(Arg(b, 1), o.dtype(x)), gain = o.Cast(Arg(b, 2), o.dtype(x));
    return o.Mul(gain, o(K::kPow, {x, gamma}));
  });
}

Value RgbToGrayscale(Bound& b) {
  return InFloat(b, [&](Ops& o, V x) {
    V weights = o.Stack({o.Like(x, 0.2989), o.Like(x, 0.587), o.Like(x, 0.114)});
    return o.ExpandDims(o(K::kDot, {x, weights}, ir::DotAttr{{}, {}, {o.rank(x) - 1}, {0}}), o.rank(x) - 1);
  });
}

Value GrayscaleToRgb(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  return o.Out(o.Concat({x, x, x}, o.rank(x) - 1));
}

// A fixed matrix on the last axis.
Value ByMatrix(Bound& b, const double (&m)[9]) {
  Ops o(b);
  V x = Arg(b, 0);
  std::vector<V> entries;
  for (double v : m) entries.push_back(o.Like(x, v));
  V matrix = o.Reshape(o.Stack(entries), std::vector<int64_t>{3, 3});
  return o.Out(o(K::kDot, {x, matrix}, ir::DotAttr{{}, {}, {o.rank(x) - 1}, {0}}));
}

constexpr double kRgbToYuv[9] = {0.299, -0.14714119, 0.61497538, 0.587, -0.28886916, -0.51496512, 0.114, 0.43601035, -0.10001026};
constexpr double kYuvToRgb[9] = {1, 1, 1, 0, -0.394642334, 2.03206185, 1.13988303, -0.58062185, 0};
constexpr double kRgbToYiq[9] = {0.299, 0.59590059, 0.2115, 0.587, -0.27455667, -0.52273617, 0.114, -0.32134392, 0.31119955};
constexpr double kYiqToRgb[9] = {1, 1, 1, 0.95598634, -0.27201283, -1.10674021, 0.6208248, -0.64720424, 1.70423049};

Value Standardize(Bound& b) {
  Ops o(b);
  Image image = ImageArg(b, 0);
  V x = o.dtype(image.value) == D::kFloat16 || ir::IsFloating(o.dtype(image.value)) ? image.value : o.Cast(image.value, D::kFloat32);
  std::vector<int64_t> axes{image.height, image.width, image.channel};
  V count = o.Count(x, axes, o.dtype(x));
  V mean = o.Mean(x, axes, true);
  V deviation = o.Sqrt(o.Mean(o.Square(o.Sub(x, mean)), axes, true));
  V least = o(K::kRsqrt, {count});
  return o.Out(o.Div(o.Sub(x, mean), o.Max(deviation, least)));
}

Value Gradients(Bound& b) {
  Ops o(b);
  V x = Arg(b, 0);
  if (o.rank(x) != 4) b.in.Raise(DiagnosticKind::kRankMismatch, "ValueError", "image_gradients needs a batch of images, not the shape " + ToString(o.shape(x)), b.spans[0]);
  std::vector<V> results;
  for (int axis : {1, 2}) {
    std::vector<int64_t> ahead(4, 0), pads(8, 0);
    ahead[size_t(axis)] = 1;
    pads[size_t(2 * axis + 1)] = 1;
    std::vector<V> size;
    for (int i = 0; i < 4; ++i) size.push_back(i == axis ? o.Sub(o.DimOf(x, i), o.Int(1)) : o.Int(-1));
    V sizes = o.Stack(size);
    V diff = o.Sub(o(K::kSlice, {x, o.Ints(ahead), sizes}), o(K::kSlice, {x, o.Ints({0, 0, 0, 0}), sizes}));
    results.push_back(o(K::kPad, {diff, o.Reshape(o.Ints(pads), std::vector<int64_t>{4, 2}), o.Like(x, 0)}));
  }
  return o.OutTuple(results);
}

Value TotalVariation(Bound& b) {
  Ops o(b);
  Image image = ImageArg(b, 0);
  V x = image.value, total;
  for (int axis : {image.height, image.width}) {
    std::vector<int64_t> ahead(size_t(o.rank(x)), 0), none = ahead;
    ahead[size_t(axis)] = 1;
    std::vector<V> size;
    for (int i = 0; i < o.rank(x); ++i) size.push_back(i == axis ? o.Sub(o.DimOf(x, i), o.Int(1)) : o.Int(-1));
    V sizes = o.Stack(size);
    V diff = o(K::kAbs, {o.Sub(o(K::kSlice, {x, o.Ints(ahead), sizes}), o(K::kSlice, {x, o.Ints(none), sizes}))});
    V sum = o.Sum(diff, {image.height, image.width, image.channel});
    total = total.valid() ? o.Add(total, sum) : sum;
  }
  return o.Out(total);
}

Value Psnr(Bound& b) {
  Ops o(b);
  V top = o.Cast(Arg(b, 2), D::kFloat32);
  V x = Convert(o, Arg(b, 0), D::kFloat32, false), y = Convert(o, Arg(b, 1), D::kFloat32, false);
  if (ir::IsInteger(o.dtype(Arg(b, 0)))) top = o.Mul(top, o.Number(D::kFloat32, 1.0 / RangeOf(o.dtype(Arg(b, 0)))));
  int r = o.rank(x);
  V error = o.Mean(o.Square(o.Sub(x, y)), {r - 3, r - 2, r - 1}, false);
  V ten = o.Number(D::kFloat32, 10), twenty = o.Number(D::kFloat32, 20), ln10 = o.Number(D::kFloat32, std::log(10.0));
  return o.Out(o.Sub(o.Div(o.Mul(twenty, o.Log(top)), ln10), o.Mul(o.Div(ten, ln10), o.Log(error))));
}

constexpr BuiltinRow kRows[] = {
    {"tf.image.flip_left_right", "image", Flip<1>},
    {"tf.image.flip_up_down", "image", Flip<0>},
    {"tf.image.transpose", "image, name=None", TransposeImage},
    {"tf.image.rot90", "image, k=1, name=None", Rot90},
    {"tf.image.crop_to_bounding_box", "image, offset_height, offset_width, target_height, target_width", CropToBox},
    {"tf.image.pad_to_bounding_box", "image, offset_height, offset_width, target_height, target_width", PadToBox},
    {"tf.image.resize_with_crop_or_pad", "image, target_height, target_width", CropOrPad},
    {"tf.image.central_crop", "image, central_fraction", CentralCrop},
    {"tf.image.convert_image_dtype", "image, dtype, saturate=False, name=None", ConvertDType},
    {"tf.image.adjust_brightness", "image, delta", AdjustBrightness},
    {"tf.image.adjust_contrast", "images, contrast_factor", AdjustContrast},
    {"tf.image.adjust_gamma", "image, gamma=1, gain=1", AdjustGamma},
    {"tf.image.rgb_to_grayscale", "images, name=None", RgbToGrayscale},
    {"tf.image.grayscale_to_rgb", "images, name=None", GrayscaleToRgb},
    {"tf.image.rgb_to_yuv", "images", [](Bound& b) { return ByMatrix(b, kRgbToYuv); }},
    {"tf.image.yuv_to_rgb", "images", [](Bound& b) { return ByMatrix(b, kYuvToRgb); }},
    {"tf.image.rgb_to_yiq", "images", [](Bound& b) { return ByMatrix(b, kRgbToYiq); }},
    {"tf.image.yiq_to_rgb", "images", [](Bound& b) { return ByMatrix(b, kYiqToRgb); }},
    {"tf.image.per_image_standardization", "image", Standardize},
    {"tf.image.image_gradients", "image", Gradients},
    {"tf.image.total_variation", "images, name=None", TotalVariation},
    {"tf.image.psnr", "a, b, max_val, name=None", Psnr},
};

}  // namespace

std::span<const BuiltinRow> TfImageRows() { return kRows; }

}  // namespace lathe::staging
