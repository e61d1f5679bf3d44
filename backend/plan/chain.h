// Softmax, normalisations: neighbouring kernels that share their leading dimensions become one step.
#pragma once
#include <vector>

#include "backend/plan/dims.h"
#include "backend/plan/plan.h"

namespace lathe::plan {

void ChainRows(const ir::Module& module, const DimNames& names, const ModulePlan& plan, std::vector<Step>& steps);

}  // namespace lathe::plan
