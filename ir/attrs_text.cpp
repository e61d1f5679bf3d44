#include "ir/attrs_text.h"

#include <cmath>
#include <cstdio>

namespace lathe::ir {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

template <class List, class F>
std::string Listed(const List& list, F text) {
  std::string out = "[";
  bool first = true;
  for (const auto& item : list) {
    if (!first) out += ", ";
    first = false;
    out += text(item);
  }
  return out + "]";
}

std::string Ints(const std::vector<int64_t>& list) {
  return Listed(list, [](int64_t v) { return std::to_string(v); });
}

std::string Number(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  char buffer[40];
  for (int digits = 6; digits <= 17; ++digits) {  // the shortest that reads back
    std::snprintf(buffer, sizeof buffer, "%.*g", digits, value);
    if (std::strtod(buffer, nullptr) == value) break;
  }
  return buffer;
}

std::string ElementText(const Literal& literal, int64_t i) {
  DType dtype = literal.dtype();
  if (dtype == DType::kString) return Quoted(literal.StringAt(i));
  if (dtype == DType::kBool) return literal.IntAt(i) ? "true" : "false";
  if (dtype == DType::kUInt64) return std::to_string(uint64_t(literal.IntAt(i)));
  if (IsInteger(dtype)) return std::to_string(literal.IntAt(i));
  if (dtype == DType::kComplex64)
    return Number(literal.as<float>()[2 * i]) + "+" + Number(literal.as<float>()[2 * i + 1]) + "j";
  if (dtype == DType::kComplex128)
    return Number(literal.as<double>()[2 * i]) + "+" + Number(literal.as<double>()[2 * i + 1]) + "j";
  return Number(literal.FloatAt(i));
}

struct PairsOf {
  const Module& module;
  Pairs out;

  void Flag(const char* name, bool value) {
    if (value) out.emplace_back(name, "true");
  }
  void Int(const char* name, int64_t value, int64_t usual) {
    if (value != usual) out.emplace_back(name, std::to_string(value));
  }

  void operator()(const NoAttrs&) {}
  void operator()(const LiteralAttr&) {}
  void operator()(const AxesAttr& a) {
    out.emplace_back("axes", Ints(a.axes));
    Flag("keep_dims", a.keep_dims);
  }
  void operator()(const AxisAttr& a) {
    out.emplace_back("axis", std::to_string(a.axis));
    Int("batch_dims", a.batch_dims, 0);
    Flag("exclusive", a.exclusive);
    Flag("reverse", a.reverse);
  }
  void operator()(const DTypeAttr& a) { out.emplace_back("dtype", NameOf(a.dtype)); }
  void operator()(const SliceAttr& a) {
    Int("begin_mask", a.begin_mask, 0);
    Int("end_mask", a.end_mask, 0);
    Int("ellipsis_mask", a.ellipsis_mask, 0);
    Int("new_axis_mask", a.new_axis_mask, 0);
    Int("shrink_axis_mask", a.shrink_axis_mask, 0);
  }
  void operator()(const DotAttr& a) {
    out.emplace_back("lhs_batch", Ints(a.lhs_batch));
    out.emplace_back("rhs_batch", Ints(a.rhs_batch));
    out.emplace_back("lhs_contract", Ints(a.lhs_contract));
    out.emplace_back("rhs_contract", Ints(a.rhs_contract));
  }
  void operator()(const TypeAttr& a) { out.emplace_back("type", ToString(a.type)); }
  void operator()(const GlobalAttr& a) { out.emplace_back("global", "$" + std::to_string(a.global.index)); }
  void operator()(const CallAttr& a) {
    out.emplace_back("callee", "@" + std::to_string(a.callee.index) + " " + Quoted(module[a.callee].name));
  }
  void operator()(const TextAttr& a) {
    out.emplace_back("text", Quoted(a.text));
    Int("number", a.number, 0);
  }
  void operator()(const ParamsAttr& a) {
    if (!a.ints.empty()) out.emplace_back("ints", Ints(a.ints));
    if (!a.floats.empty()) out.emplace_back("floats", Listed(a.floats, Number));
    if (!a.texts.empty()) out.emplace_back("texts", Listed(a.texts, [](const std::string& t) { return Quoted(t); }));
    if (!a.dtypes.empty())
      out.emplace_back("dtypes", Listed(a.dtypes, [](DType d) { return std::string(NameOf(d)); }));
  }
};

}  // namespace

std::vector<std::pair<std::string, std::string>> AttrPairs(const Module& module, const Attrs& attrs) {
  PairsOf pairs{module, {}};
  std::visit(pairs, attrs);
  return std::move(pairs.out);
}

std::string LiteralText(const Literal& literal, int64_t max_elements) {
  if (literal.count() > max_elements) return "#" + literal.Hash().substr(0, 16);
  if (literal.rank() == 0) return ElementText(literal, 0);
  std::string text = "[";
  for (int64_t i = 0; i < literal.count(); ++i) {
    if (i) text += ", ";
    text += ElementText(literal, i);
  }
  return text + "]";
}

std::string Quoted(std::string_view text) {
  std::string out = "\"";
  for (unsigned char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += char(c);
    } else if (c == '\n') {
      out += "\\n";
    } else if (c < 32 || c > 126) {
      char buffer[8];
      std::snprintf(buffer, sizeof buffer, "\\x%02x", c);
      out += buffer;
    } else {
      out += char(c);
    }
  }
  return out + "\"";
}

}  // namespace lathe::ir
