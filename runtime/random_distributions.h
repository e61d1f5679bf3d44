// Draws of TensorFlow's stateless_categorical, gamma, poisson and binomial, bit for bit (one-thread results).
#pragma once
#include "runtime/philox.h"
#include "runtime/text.h"

namespace lathe::rt {

// Numbers of the operation StatelessRandom beyond RandomDistribution.
enum ParameterDistribution : int64_t { kCategorical = 5, kGamma = 6, kPoisson = 7, kBinomial = 8 };

// logits [rows, classes] of any float type; out: rows × samples of int32 or int64.
void FillCategorical(const Philox&, const LtTensor* logits, int64_t samples, LtTensor* out);
// `parameters` (one for gamma and poisson, counts and probabilities for binomial) have one element for each of the last
// elements of out's shape: out.count is a multiple of their count.
void FillByParameters(const Philox&, ParameterDistribution, const LtTensor* const* parameters, LtTensor* out);

}  // namespace lathe::rt
