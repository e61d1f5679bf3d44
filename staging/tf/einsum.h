// Einstein summation as operations.
#pragma once
#include <string>
#include <vector>

#include "staging/tf/api.h"

namespace lathe::staging {

// `equation` as TensorFlow takes it: "ij,jk->ik", ellipses, implicit outputs.
V Einsum(Ops& o, const std::string& equation, const std::vector<V>& operands);

}  // namespace lathe::staging
