// Python state that traces have read and that changes afterwards: frozen-value, stale-capture, and lambdas made in a loop.
#pragma once
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "staging/interp.h"

namespace lathe::staging {

class StateWatch {
 public:
  explicit StateWatch(Interp& in) : in_(in) {}

  // A variable or attribute is read, or has got a new value.
  void OnRead(Ref home, Name name, const Value& value, Span where);
  void OnStore(Ref home, Name name, const Value& value, Span where);
  // A list, dict or set is about to change.
  void OnChange(Ref object, Span where);
  // A call runs a trace that exists: what it has read and was changed since then is frozen in it.
  void OnCachedCall(ir::FunctionId trace);
  // A loop of the graph has given the variable its last value; objects from `first_object` on were made in or after it.
  void OnGraphLoop(Ref scope, Name name, size_t first_object, Span where);
  // A Python loop that is unrolled assigns the variable; `loop` is the whole statement.
  void OnPythonLoop(Ref scope, Name name, Span loop);

 private:
  static constexpr uint32_t kContent = UINT32_MAX;     // of a container
  using Key = std::pair<Ref, uint32_t>;
  struct Read {
    Value value;
    Span where;
    std::string text;
    std::set<uint32_t> traces;
    Span changed;
  };
  struct LoopStore {
    size_t first_object = 0;
    Span where;
  };
  struct PythonLoop {
    size_t first_object = 0, last_assignment = 0;
    Span loop;
  };
  void Remember(const Key& key, const Value& value, Span where);
  void ReadInLambda(const Key& key, Span where);
  bool ReadBehind(Name name, Span loop) const;

  Interp& in_;
  std::map<Key, Read> reads_;
  std::set<Key> changed_;
  std::map<Key, LoopStore> graph_loops_;
  std::map<Key, PythonLoop> python_loops_;
};

}  // namespace lathe::staging
