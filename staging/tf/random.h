// Draws of stateful random operations.
#pragma once
#include <optional>

#include "staging/tf/api.h"

namespace lathe::staging {

// Distribution numbers of the operations StatelessRandom and StatefulRandom.
enum class Distribution : int64_t { kUniform = 0, kNormal = 1, kTruncatedNormal = 2, kUniformInt = 3, kFullInt = 4 };

// A draw with TensorFlow's pair of seeds: the program's (tf.random.set_seed) and the operation's.
V StatefulDraw(Ops& o, int64_t distribution, V shape, std::vector<V> parameters, D dtype, std::optional<int64_t> seed);

}  // namespace lathe::staging
