// Loops that run at run time: what a loop is made of, and the state it carries.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "staging/control.h"

namespace lathe::staging {

// set_loop_options.
struct LoopOptions {
  int64_t maximum_iterations = -1;
  std::vector<std::pair<Value, ir::Shape>> shape_invariants;
  Span span;
  size_t first_object = 0;          // heap objects below existed before the loop
};

struct LoopSpec {
  Span where;                               // the header: test or iterable
  // Counted loops: start, limit, step (scalars of one integer dtype); the loop runs while counter is before the limit.
  ir::ValueId start, limit, step;
  std::function<void(ir::ValueId counter)> assign_element;
  std::function<Truth()> test;              // evaluated at the head of each trip; may be empty
  std::function<void()> body;
  bool shapes_may_change = false;           // TensorFlow does not check shapes in loops over datasets
  const ast::Block* block = nullptr;        // the body's statements, where there are any: what they assign
};

// Emits the loop and leaves the state after it in the heap. In eager code throws SpeculationFailed when the loop cannot be
// a run-time loop (a value changes its kind); in staged code reports the diagnostics of loops.
void RunLoop(Interp& in, const LoopSpec& spec);

}  // namespace lathe::staging
