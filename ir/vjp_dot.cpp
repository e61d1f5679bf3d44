// Derivative of the general dot product: two dot products with the cotangent, dimensions brought back to their places.
#include <algorithm>

#include "ir/vjp_util.h"

namespace lathe::ir {

namespace {

struct Side {
  std::vector<int64_t> batch, contract, free;
};

Side SideOf(const std::vector<int64_t>& batch, const std::vector<int64_t>& contract, int rank) {
  Side side{batch, contract, {}};
  auto has = [](const std::vector<int64_t>& list, int64_t v) { return std::find(list.begin(), list.end(), v) != list.end(); };
  for (int i = 0; i < rank; ++i)
    if (!has(batch, i) && !has(contract, i)) side.free.push_back(i);
  return side;
}

// Cotangent of `self`. The dot product of dy with the other side has the dimensions: batch, free of self, contracted ones
// in the other side's order (`dy_free_first`: whether self's free dimensions come first in dy).
ValueId OneSide(const Vjp& v, ValueId other_value, const Side& self, const Side& other, bool dy_free_first) {
  int64_t nb = int64_t(self.batch.size()), ns = int64_t(self.free.size()), no = int64_t(other.free.size());
  DotAttr dot;
  for (int64_t i = 0; i < nb; ++i) {
    dot.lhs_batch.push_back(i);
    dot.rhs_batch.push_back(other.batch[size_t(i)]);
  }
  int64_t first = dy_free_first ? nb + ns : nb;
  for (int64_t i = 0; i < no; ++i) {
    dot.lhs_contract.push_back(first + i);
    dot.rhs_contract.push_back(other.free[size_t(i)]);
  }
  ValueId product = v.Op(OpKind::kDot, {v.dy(), v.Conj(other_value)}, dot);
  std::vector<int64_t> remaining = other.contract;
  std::sort(remaining.begin(), remaining.end());
  std::vector<int64_t> permutation(self.batch.size() + self.contract.size() + self.free.size());
  for (int64_t i = 0; i < nb; ++i) permutation[size_t(self.batch[size_t(i)])] = i;
  for (int64_t i = 0; i < ns; ++i) permutation[size_t(self.free[size_t(i)])] = nb + i;
  for (size_t k = 0; k < self.contract.size(); ++k) {
    int64_t at = std::find(remaining.begin(), remaining.end(), other.contract[k]) - remaining.begin();
    permutation[size_t(self.contract[k])] = nb + ns + at;
  }
  return v.b.Transpose(product, std::move(permutation));
}

}  // namespace

std::vector<ValueId> VjpDot(const VjpInput& in) {
  Vjp v(in);
  const DotAttr attr = std::get<DotAttr>(v.attrs());
  Side lhs = SideOf(attr.lhs_batch, attr.lhs_contract, v.rank(v.x(0)));
  Side rhs = SideOf(attr.rhs_batch, attr.rhs_contract, v.rank(v.x(1)));
  std::vector<ValueId> out(2);
  if (v.wanted(0)) out[0] = OneSide(v, v.x(1), lhs, rhs, true);
  if (v.wanted(1)) out[1] = OneSide(v, v.x(0), rhs, lhs, false);
  return out;
}

}  // namespace lathe::ir
