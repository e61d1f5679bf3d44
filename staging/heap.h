// The heap of staging: every mutable thing of the program, with a write log.
//
// Branches and loops on run-time conditions are evaluated in a journal frame: the first write to an object saves a copy,
// every write is recorded with its place. Rolling back restores the copies; the log says which slots became state.
#pragma once
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include "frontend/ast.h"
#include "frontend/scopes.h"
#include "staging/value.h"

namespace lathe::staging {



// Variables of one activation of a function, comprehension or class body, or of the module.
struct ScopeObject {
  const Scope* info = nullptr;
  Ref parent;                                  // the enclosing function's scope
  std::unordered_map<uint32_t, Value> variables;  // by Name index
};
struct ListObject { std::vector<Value> items; };
// Insertion-ordered dict. Keys are hashable known values. `factory`: defaultdict's; `counter`: collections.Counter.
struct DictObject {
  std::vector<std::pair<Value, Value>> entries;
  std::unordered_map<std::string, size_t> index;  // KeyOf(key) -> position
  Value factory;                                  // None: plain dict
  enum class Type : uint8_t { kDict, kDefaultDict, kOrderedDict, kCounter } type = Type::kDict;
};
struct SetObject { DictObject elements; bool frozen = false; };
// An instance of a class of the program, or of a built-in class that keeps attributes (exceptions, tf.Module, …).
struct InstanceObject {
  Ref cls;
  std::vector<std::pair<Name, Value>> attributes;  // in order of creation
  std::shared_ptr<const Value> payload;             // args of exceptions, the base value of a subclass of a built-in
};
struct ClassObject {
  std::string name;
  std::vector<Ref> bases;
  const struct BuiltinRow* builtin = nullptr;       // a class that Lathe implements
  std::vector<std::pair<Name, Value>> attributes;
  Span span;
};
struct FunctionObject {
  std::string name;
  const ast::Arguments* arguments = nullptr;
  ast::StmtId def;                // a FunctionDef, or
  ast::ExprId lambda;             // a Lambda
  Ref scope;                      // where it was defined
  Ref defining_class;             // for super()
  std::vector<Value> defaults, kw_defaults;
  const Scope* info = nullptr;
  std::vector<std::pair<Name, Value>> attributes;
  bool convert = true;            // AutoGraph: false under do_not_convert
  Span span;
};
struct BoundMethod { Value self, function; };
struct PropertyObject { Value getter, setter; };
struct StaticMethod { Value function; };
struct ClassMethod { Value function; };
struct SuperObject { Ref cls; Value self; };
// Iteration over known elements: next position of `items` (or of a heap list, which may grow).
struct IteratorObject {
  std::vector<Value> items;
  size_t next = 0;
  Value source;                  // a list that is iterated live
};
// Objects of TensorFlow and others whose data is theirs alone; see staging/objects.h.
struct ExternalObject {
  virtual ~ExternalObject() = default;
  virtual std::unique_ptr<ExternalObject> Clone() const = 0;
  virtual std::string_view type_name() const = 0;   // "tf.Variable", "function", …
};
struct ExternalSlot {
  std::shared_ptr<ExternalObject> object;           // copied on write through Heap::External
};

using Object = std::variant<ScopeObject, ListObject, DictObject, SetObject, InstanceObject, ClassObject, FunctionObject,
                            BoundMethod, PropertyObject, StaticMethod, ClassMethod, SuperObject, IteratorObject, ExternalSlot>;

// Which part of an object a write changed: a name (scope, attributes), a position (list), a key (dict) or all of it.
struct SlotKey {
  enum class Kind : uint8_t { kName, kIndex, kKey, kWhole } kind = Kind::kWhole;
  uint32_t name = 0;
  int64_t index = 0;
  std::string key;
  friend auto operator<=>(const SlotKey&, const SlotKey&) = default;
};
struct WriteRecord {
  Ref object;
  SlotKey slot;
  Span span;          // the statement or expression that wrote
  uint32_t depth;     // call depth of the writer
};

class Heap {
 public:
  Ref New(Object object);
  const Object& operator[](Ref ref) const { return objects_[ref.index]; }
  template <class T> const T* as(Ref ref) const { return std::get_if<T>(&objects_[ref.index]); }
  template <class T> const T* as(const Value& v) const { auto* r = v.as<Ref>(); return r ? as<T>(*r) : nullptr; }
  // Access for writing: records the write and saves a copy in the innermost frame. `span`, `depth`: the writer.
  template <class T> T& Write(Ref ref, SlotKey slot = {}) { return std::get<T>(Touch(ref, std::move(slot))); }
  // An external object for writing (cloned when a frame must be able to restore it).
  template <class T> T& WriteExternal(Ref ref) {
    auto& slot = std::get<ExternalSlot>(Touch(ref, {}));
    slot.object = std::shared_ptr<ExternalObject>(slot.object->Clone());
    return static_cast<T&>(*slot.object);
  }
  template <class T> const T* External(const Value& v) const {
    auto* slot = as<ExternalSlot>(v);
    return slot ? dynamic_cast<const T*>(slot->object.get()) : nullptr;
  }
  size_t size() const { return objects_.size(); }

  // Where writes are attributed to; kept by the interpreter.
  Span write_span;
  uint32_t write_depth = 0;

  // A write with the number of operations that had been emitted before it.
  struct TrackedWrite { Ref object; SlotKey slot; uint32_t position; };
  // Until StopTracking all writes to objects that exist now are noted, also those that are rolled back. Nests.
  void StartTracking(const ir::Module* module) {
    module_ = module;
    trackers_.push_back({objects_.size(), {}});
  }
  std::vector<TrackedWrite> StopTracking();

  struct Frame {
    size_t first_new;                         // objects from here on were made in the frame
    std::map<Ref, Object> saved;              // copies from before the frame
    std::vector<WriteRecord> writes;
  };
  void Push();
  // Ends the frame and keeps its writes (they join the enclosing frame).
  void Commit();
  // Ends the frame, restores the state from before; returns the frame with the *final* objects in `saved`.
  Frame Rollback();
  // Replaces an object, as a write of all of it.
  void Overwrite(Ref ref, const Object& object) { Touch(ref, {}) = object; }
  // Forgets the writes recorded in the innermost frame (state that was put in place for an evaluation).
  void ClearWrites() { frames_.back().writes.clear(); }
  const Frame& top() const { return frames_.back(); }
  size_t depth() const { return frames_.size(); }

 private:
  Object& Touch(Ref ref, SlotKey slot);
  struct Tracker { size_t first_new; std::vector<TrackedWrite> writes; };
  std::deque<Object> objects_;
  std::vector<Tracker> trackers_;
  const ir::Module* module_ = nullptr;
  std::vector<Frame> frames_;
};

// Canonical text of a hashable known value: equal keys (1 == 1.0 == True) have equal text; nullopt: not hashable or not known.
std::optional<std::string> KeyOf(const Value& value, const Heap& heap);

}  // namespace lathe::staging
