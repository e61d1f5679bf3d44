// What staging decided, for `lathe code`: which control flow stayed Python and which became part of a graph, for each call of
// each function. Kept by the interpreter while it runs (StageOptions::record); work that is taken back is taken back here, too.
#pragma once
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "frontend/ast.h"

namespace lathe::ir {
struct Type;
}

namespace lathe::staging {

class Interp;
class Value;
struct Activation;
struct FunctionObject;

struct StagingRecord {
  enum class Form : uint8_t { kPython, kGraph };
  // An argument as a trace sees it.
  struct Parameter {
    Name name;
    bool tensor = false;
    std::string type;            // "int", "list", …; of a tensor its dtype
    std::string shape;           // of a tensor
    std::string value;           // of a number, a string or None: as Python writes it
  };
  // One run of a function or lambda inside of a tf.function.
  struct Call {
    ast::StmtId def;
    ast::ExprId lambda;
    bool traced = false;         // the tf.function itself
    std::vector<Parameter> parameters;
  };
  struct Decision {
    uint32_t call;
    const void* node;            // the node's data (an alternative of ExprData or StmtData)
    uint32_t part;               // operand of `and`, `or`, a comparison chain
    Form form;
    std::string detail;
    std::vector<Name> defined;   // names with a value on entry of a construct of the graph
  };
  // State of a loop that has no value before it.
  struct Placeholder {
    uint32_t call;
    Span header;                 // test or iterable of the loop
    std::string place, text, invariant;
  };
  // What a branch or loop of a graph carries.
  struct State {
    uint32_t call;
    Span header;
    std::vector<std::string> places;
  };
  std::vector<Call> calls;
  std::vector<Decision> decisions;
  std::vector<Placeholder> placeholders;
  std::vector<State> states;
  std::set<uint32_t> eager_defs, eager_lambdas;   // functions (StmtId, ExprId) that eager code calls

  struct Mark { size_t calls = 0, decisions = 0, placeholders = 0, states = 0; };
  Mark mark() const { return {calls.size(), decisions.size(), placeholders.size(), states.size()}; }
  void Rewind(Mark mark);
  uint32_t current = 0;          // the call that runs, 1-based
};

// The record's state now, and back to it; nothing where no record is kept.
StagingRecord::Mark RecordMark(const Interp& in);
void RewindRecord(Interp& in, StagingRecord::Mark mark);

// A decision about `node`. `condition`: the tensor that decides, where the form depends on its shape.
void Note(Interp& in, const void* node, uint32_t part, bool graph, const Value* condition = nullptr);
void NoteWithDetail(Interp& in, const void* node, bool graph, std::string detail);
// A loop over a tensor: over tf.range (its dtype), a variable, or rows.
void NoteTensorLoop(Interp& in, const void* node, const Value& iterable);
// A call of a builtin that AutoGraph replaces when it is given tensors.
void NoteBuiltinCall(Interp& in, const ast::CallExpr& node, const Value& callee, const std::vector<Value>& arguments);
// A place that a loop carries and that has no value before; `types` of the leaves of `structure`, in order.
void NotePlaceholder(Interp& in, Span header, std::string place, const Value& structure, const std::vector<ir::Type>& types);

// The places that a branch or loop carries.
void NoteState(Interp& in, Span header, std::vector<std::string> places);

// The call that runs, while it lives.
class RecordedCall {
 public:
  RecordedCall(Interp& in, const Activation& activation, const FunctionObject& f);
  ~RecordedCall();
  RecordedCall(const RecordedCall&) = delete;
  RecordedCall& operator=(const RecordedCall&) = delete;

 private:
  StagingRecord* record_;
  uint32_t outer_ = 0;
};

}  // namespace lathe::staging
