// `lathe code`: the program as Python in which everything that staging put on a graph is written as tf.cond and tf.while_loop.
#pragma once
#include <string>

#include "frontend/ast.h"
#include "staging/record.h"
#include "support/source.h"

namespace lathe::code {

struct CodeOptions {
  bool plain = false;          // no markers: comments that name source lines and traces
  bool diff = false;           // beside the original
  std::string function;        // only this function; empty: the whole program
};

// `original` is the program as it was parsed; `lowered` the same after LowerJumps, as staging ran it (nodes of the original have
// the same ids). Empty where options.function names no function of the program.
std::string PrintCode(const ast::Ast& original, const ast::Ast& lowered, const staging::StagingRecord& record,
                      const SourceManager& sources, const CodeOptions& options);

}  // namespace lathe::code
