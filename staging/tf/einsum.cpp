// tf.einsum and tf.tensordot as general dot products.
//
// Method: labels of each operand are made distinct (a repeated label takes the diagonal), operands are contracted from left to
// right; labels that no later operand and no output needs are summed.
#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "staging/builtin_tables.h"
#include "staging/tf/einsum.h"

namespace lathe::staging {

namespace {

// An operand with one label per dimension. Digits '0', '1', … stand for the dimensions of `...`.
struct Labelled {
  V value;
  std::string labels;
};

bool Has(const std::string& s, char c) { return s.find(c) != std::string::npos; }

V SumLabels(Ops& o, Labelled& x, const std::string& keep) {
  std::vector<int64_t> axes;
  std::string left;
  for (size_t i = 0; i < x.labels.size(); ++i) {
    if (Has(keep, x.labels[i])) left += x.labels[i];
    else axes.push_back(int64_t(i));
  }
  if (!axes.empty()) x.value = o.Sum(x.value, axes);
  x.labels = left;
  return x.value;
}

// Takes the diagonal of every repeated label.
void Diagonals(Ops& o, Labelled& x) {
  for (size_t i = 0; i < x.labels.size(); ++i) {
    size_t j = x.labels.find(x.labels[i], i + 1);
    if (j == std::string::npos) continue;
    std::vector<int64_t> order;
    for (size_t k = 0; k < x.labels.size(); ++k)
      if (k != i && k != j) order.push_back(int64_t(k));
    order.push_back(int64_t(i));
    order.push_back(int64_t(j));
    x.value = o(K::kDiagPart, {o.Transpose(x.value, order)});
    char label = x.labels[i];
    x.labels.erase(j, 1);
    x.labels.erase(i, 1);
    x.labels += label;
    i = size_t(-1);
  }
}

void ArrangeAs(Ops& o, Labelled& x, const std::string& labels) {
  std::vector<int64_t> order;
  for (char c : labels) order.push_back(int64_t(x.labels.find(c)));
  x.value = o.Transpose(x.value, order);
  x.labels = labels;
}

bool IsOne(Ops& o, const Labelled& x, char label) { return o.dim(x.value, int(x.labels.find(label))) == 1; }

Labelled Contract(Ops& o, Labelled a, Labelled b, const std::string& keep) {
  // Labels of one operand alone that nothing needs are summed first.
  std::string keep_a = keep + b.labels, keep_b = keep + a.labels;
  SumLabels(o, a, keep_a);
  SumLabels(o, b, keep_b);
  // A dimension of 1 broadcasts against a larger one (of `...`): it disappears.
  for (Labelled* x : {&a, &b}) {
    Labelled& other = x == &a ? b : a;
    for (size_t i = 0; i < x->labels.size();) {
      char c = x->labels[i];
      if (std::isdigit(static_cast<unsigned char>(c)) && Has(other.labels, c) && IsOne(o, *x, c) && !IsOne(o, other, c)) {
        x->value = o.Squeeze(x->value, {int64_t(i)});
        x->labels.erase(i, 1);
      } else {
        ++i;
      }
    }
  }
  ir::DotAttr dot;
  std::string batch, free_a, free_b;
  for (size_t i = 0; i < a.labels.size(); ++i) {
    char c = a.labels[i];
    size_t j = b.labels.find(c);
    if (j == std::string::npos) {
      free_a += c;
    } else if (Has(keep, c)) {
      dot.lhs_batch.push_back(int64_t(i));
      dot.rhs_batch.push_back(int64_t(j));
      batch += c;
    } else {
      dot.lhs_contract.push_back(int64_t(i));
      dot.rhs_contract.push_back(int64_t(j));
    }
  }
  for (char c : b.labels)
    if (!Has(a.labels, c)) free_b += c;
  if (dot.lhs_contract.empty() && dot.lhs_batch.empty() && (a.labels.empty() || b.labels.empty()))
    return {o.Mul(a.value, b.value), a.labels + b.labels};
  return {o(K::kDot, {a.value, b.value}, dot), batch + free_a + free_b};
}

[[noreturn]] void BadEquation(Ops& o, const std::string& why) {
  o.in.Raise(DiagnosticKind::kInvalidArgument, "ValueError", "bad einsum equation: " + why, o.span);
}

std::string Spaceless(const std::string& s) {
  std::string out;
  for (char c : s)
    if (c != ' ') out += c;
  return out;
}

// Replaces `...` by digits, the last dimension being the highest digit used by all operands.
std::string ExpandDots(Ops& o, const std::string& term, int rank, int dots) {
  size_t at = term.find("...");
  if (at == std::string::npos) return term;
  int own = rank < 0 ? dots : rank - int(term.size() - 3);
  if (own < 0) BadEquation(o, "a term has more labels than its operand has dimensions");
  std::string digits;
  for (int i = dots - own; i < dots; ++i) digits += char('0' + i);
  return term.substr(0, at) + digits + term.substr(at + 3);
}

}  // namespace

V Einsum(Ops& o, const std::string& text, const std::vector<V>& operands) {
  std::string equation = Spaceless(text), output;
  size_t arrow = equation.find("->");
  bool explicit_output = arrow != std::string::npos;
  if (explicit_output) output = equation.substr(arrow + 2);
  std::string inputs = equation.substr(0, arrow);
  std::vector<std::string> terms{""};
  for (char c : inputs) {
    if (c == ',') terms.emplace_back();
    else if (std::isalpha(static_cast<unsigned char>(c)) || c == '.') terms.back() += c;
    else BadEquation(o, std::string("unexpected '") + c + "' in \"" + text + "\"");
  }
  if (terms.size() != operands.size())
    BadEquation(o, "\"" + text + "\" has " + std::to_string(terms.size()) + " terms for " + std::to_string(operands.size()) + " operands");
  int dots = 0;
  for (size_t i = 0; i < terms.size(); ++i)
    if (terms[i].find("...") != std::string::npos) dots = std::max(dots, o.rank(operands[i]) - int(terms[i].size() - 3));
  std::vector<Labelled> parts;
  std::map<char, ir::Dim> sizes;
  for (size_t i = 0; i < terms.size(); ++i) {
    std::string labels = ExpandDots(o, terms[i], o.rank(operands[i]), dots);
    if (labels.find('.') != std::string::npos) BadEquation(o, "a '.' outside of an ellipsis in \"" + text + "\"");
    if (int(labels.size()) != o.rank(operands[i])) {
      std::string why = "the term '" + terms[i] + "' does not fit an operand of rank " + std::to_string(o.rank(operands[i]));
      o.in.Raise(DiagnosticKind::kRankMismatch, "ValueError", "einsum: " + why, o.span);
    }
    for (size_t d = 0; d < labels.size(); ++d) {
      ir::Dim n = o.dim(operands[i], int(d));
      if (!ir::IsKnown(n)) continue;
      auto [it, added] = sizes.emplace(labels[d], n);
      bool dot = std::isdigit(static_cast<unsigned char>(labels[d]));
      if (!added && it->second != n && !(dot && (n == 1 || it->second == 1)))
        o.in.Raise(DiagnosticKind::kShapeMismatch, o.in.mode == Mode::kStaged ? "ValueError" : "InvalidArgumentError",
                   "einsum: the label '" + std::string(1, labels[d]) + "' stands for " + std::to_string(it->second) + " and for " + std::to_string(n), o.span);
      if (dot && it->second == 1) it->second = n;
    }
    parts.push_back({operands[i], labels});
    Diagonals(o, parts.back());
  }
  if (explicit_output) {
    output = ExpandDots(o, output, -1, dots);
    for (size_t i = 0; i < output.size(); ++i) {
      bool known = false;
      for (const Labelled& p : parts) known |= Has(p.labels, output[i]);
      if (!known) BadEquation(o, "the output label '" + std::string(1, output[i]) + "' is in no term");
      if (output.find(output[i], i + 1) != std::string::npos) BadEquation(o, "the output label '" + std::string(1, output[i]) + "' is repeated");
    }
  } else {
    std::map<char, int> counts;
    for (size_t i = 0; i < terms.size(); ++i)
      for (char c : ExpandDots(o, terms[i], o.rank(operands[i]), dots)) counts[c]++;
    for (auto [c, n] : counts)
      if (n == 1 || std::isdigit(static_cast<unsigned char>(c))) output += c;
  }
  Labelled result = parts[0];
  for (size_t i = 1; i < parts.size(); ++i) {
    std::string keep = output;
    for (size_t k = i + 1; k < parts.size(); ++k) keep += parts[k].labels;
    result = Contract(o, result, parts[i], keep);
  }
  SumLabels(o, result, output);
  ArrangeAs(o, result, output);
  return result.value;
}

namespace {

Value EinsumFn(Bound& b) {
  Ops o(b);
  std::string equation = StringArg(b, 0, "the equation");
  std::vector<V> operands;
  std::optional<D> dtype;
  for (const Value& v : b[1].items()) {
    operands.push_back(b.in.ToTensor(v, dtype && !b.in.IsTensorLike(v) ? dtype : std::nullopt, b.span));
    if (!dtype) dtype = o.dtype(operands.back());
    if (o.dtype(operands.back()) != *dtype)
      o.Invalid(DiagnosticKind::kDtypeMismatch, "einsum needs operands of one dtype, not " + std::string(NameOf(*dtype)) + " and " + std::string(NameOf(o.dtype(operands.back()))));
  }
  if (operands.empty()) BadEquation(o, "there are no operands");
  return o.Out(Einsum(o, equation, operands));
}

Value Tensordot(Bound& b) {
  Ops o(b);
  auto [x, y] = PairArgs(b, 0, 1);
  ir::DotAttr dot;
  auto axes_of = [&](const Value& v, V t) {
    std::vector<int64_t> axes;
    for (int64_t axis : b.in.KnownInts(v, "axes", b.spans[2])) axes.push_back(o.Axis(axis, o.rank(t), b.spans[2]));
    return axes;
  };
  std::vector<Value> axes = IsSequence(b.in, b[2]) ? SequenceOf(b.in, b[2]) : std::vector<Value>{};
  const ir::Literal* literal = b.in.KnownLiteral(b[2]);
  if (axes.size() == 2) {
    dot.lhs_contract = axes_of(axes[0], x);
    dot.rhs_contract = axes_of(axes[1], y);
  } else if (literal && literal->rank() >= 1 && literal->dim(0) == 2) {
    int64_t n = literal->count() / 2;
    for (int64_t i = 0; i < n; ++i) {
      dot.lhs_contract.push_back(o.Axis(literal->IntAt(i), o.rank(x)));
      dot.rhs_contract.push_back(o.Axis(literal->IntAt(n + i), o.rank(y)));
    }
  } else {
    int64_t n = b.in.KnownInt(b[2], "axes", b.spans[2]);
    if (n < 0 || n > o.rank(x) || n > o.rank(y))
      b.in.Raise(DiagnosticKind::kInvalidArgument, "ValueError", "tensordot over " + std::to_string(n) + " axes of tensors of rank " + std::to_string(o.rank(x)) + " and " + std::to_string(o.rank(y)), b.spans[2]);
    for (int64_t i = 0; i < n; ++i) {
      dot.lhs_contract.push_back(o.rank(x) - n + i);
      dot.rhs_contract.push_back(i);
    }
  }
  if (dot.lhs_contract.size() != dot.rhs_contract.size())
    b.in.Raise(DiagnosticKind::kInvalidArgument, "ValueError", "tensordot needs as many axes of a as of b", b.spans[2]);
  return o.Out(o(K::kDot, {x, y}, dot));
}

constexpr BuiltinRow kRows[] = {
    {"tf.einsum", "equation, *inputs, optimize='greedy', name=None", EinsumFn},
    {"tf.tensordot", "a, b, axes, name=None", Tensordot},
};

}  // namespace

std::span<const BuiltinRow> TfEinsumRows() { return kRows; }

}  // namespace lathe::staging
