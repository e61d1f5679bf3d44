// The abstract interpreter: runs the rewritten Ast on abstract values and emits IR.
//
// Eager code (outside tf.function) follows Python; staged code (inside) follows TensorFlow's traces and AutoGraph's rules.
// Known values are computed here; the rest becomes operations at the builder's insertion point. The methods are grouped by
// the file that defines them.
#pragma once
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "frontend/ast.h"
#include "frontend/scopes.h"
#include "ir/builder.h"
#include "staging/builtin.h"
#include "staging/errors.h"
#include "staging/heap.h"
#include "staging/stage.h"
#include "support/diagnostics.h"

namespace lathe::staging {

enum class Mode : uint8_t { kEager, kStaged };

// Truth of a value: known, or a bool IR scalar.
struct Truth {
  bool known = true;
  bool value = false;
  ir::ValueId dynamic;
};

// What an activation of a function is doing; one per Python call in flight.
struct Activation {
  std::string function;         // "<module>", "f", "<lambda>"
  Span call_span;               // where it was called from
  Ref scope;
  Ref function_object;          // what was called; invalid at the top level
  Ref defining_class;           // for super()
  Value self;                   // first argument, for super()
  bool converted = true;        // AutoGraph applies (staged mode only)
  ast::StmtId def;
};

constexpr int64_t kEagerFolding = 4096;   // elements up to which eager operations on constants fold

struct TraceContext;            // staging/function.h: the tf.function trace being made, null in eager code

class Interp {
 public:
  Interp(ast::Ast& ast, const ScopeTable& scopes, SourceManager& sources, DiagnosticSink& sink, const StageOptions& options,
         ir::Module& module);

  // ---- state used by every part ----
  ast::Ast& ast;
  SourceManager& sources;
  DiagnosticSink& sink;
  const StageOptions& options;
  ir::Module& module;
  ir::Builder builder;
  Heap heap;
  Mode mode = Mode::kEager;
  TraceContext* trace = nullptr;
  std::vector<Activation> activations;
  Ref module_scope;
  Span span;                    // of what is being evaluated now

  Name Intern(std::string_view s) { return ast.names().Intern(s); }
  std::string_view TextOf(Name n) const { return ast.names().text(n); }
  const Activation& current() const { return activations.back(); }

  // ---- errors (errors.cpp) ----
  // Raises a Python exception that is certain: `type` is Python's ("TypeError"), `kind` the diagnostic if nobody catches it.
  [[noreturn]] void Raise(DiagnosticKind kind, std::string_view type, std::string message, Span where = {});
  [[noreturn]] void Raise(Diagnostic diagnostic, std::string_view type);
  // Reports at once; nobody can catch it (limits of Lathe, AutoGraph's refusals).
  [[noreturn]] void Fail(Diagnostic diagnostic);
  [[noreturn]] void Fail(DiagnosticKind kind, std::string message, Span where = {});
  void Warn(Diagnostic diagnostic);
  void Warn(DiagnosticKind kind, std::string message, Span where = {});
  // The call chain of the current activation, innermost first.
  std::vector<CallFrame> CallChain() const;
  // Classes of exceptions, built in by name; an instance with a message as its argument.
  Ref ExceptionClass(std::string_view name);
  Value MakeException(std::string_view type, std::string message);
  // "ValueError" and the message of an exception instance.
  std::string ExceptionType(const Value& exception) const;
  Text ExceptionMessage(const Value& exception);
  // Counts a step of evaluation; fails with compile-time-limit when the budget is used up.
  void Step(int64_t steps = 1);

  // ---- running (statements.cpp, expressions.cpp) ----
  void RunModule();
  void Execute(const ast::Block& block);
  Value Evaluate(ast::ExprId expr);
  void Assign(ast::ExprId target, const Value& value);
  Value LookupName(Name name, Span where);
  void StoreName(Name name, const Value& value, Span where);

  // ---- library code (library.cpp) ----
  // The scope of a library file, which is loaded on first use.
  Ref LibraryModule(std::string_view file);
  bool IsLibrary(Span where) const { return where.valid() && where.file != program_file_; }
  // Where the program called the library code that `where` is in; `where` itself outside of library code.
  Span UserSpan(Span where) const { return IsLibrary(where) ? CallOfLibrary() : where; }
  // Whether an object is an instance of a library class: what library code writes to it is state of branches and loops.
  bool IsLibraryState(Ref object) const;
  // Of a diagnostic raised in library code: the program's places only.
  void MoveToProgram(Diagnostic& diagnostic) const;

  // ---- calls (calls.cpp) ----
  Value Call(const Value& callee, CallArgs args, Span where);
  Value Call(const Value& callee, std::vector<Value> args, Span where = {});
  Value CallMethod(const Value& self, std::string_view method, std::vector<Value> args, Span where = {});
  // nullopt if the value has no such special method (user-defined classes only).
  std::optional<Value> CallSpecial(const Value& self, std::string_view method, std::vector<Value> args, Span where = {});
  Value CallPythonFunction(Ref function, CallArgs args, Span where);

  // ---- Python's object protocol (attributes.cpp, operators.cpp, protocol.cpp) ----
  Value GetAttribute(const Value& object, Name name, Span where = {});
  std::optional<Value> TryAttribute(const Value& object, Name name, Span where = {});   // nullopt: AttributeError
  void SetAttribute(const Value& object, Name name, const Value& value, Span where = {});
  void DeleteAttribute(const Value& object, Name name, Span where = {});
  Value GetItem(const Value& object, const Value& index, Span where = {});
  void SetItem(const Value& object, const Value& index, const Value& value, Span where = {});
  void DeleteItem(const Value& object, const Value& index, Span where = {});
  Value BinaryOperation(ast::BinaryOp op, const Value& a, const Value& b, Span where = {});
  Value InplaceOperation(ast::BinaryOp op, const Value& a, const Value& b, Span where = {});
  Value UnaryOperation(ast::UnaryOp op, const Value& a, Span where = {});
  Value Compare(ast::CompareOp op, const Value& a, const Value& b, Span where = {});
  Truth TruthOf(const Value& value, Span where = {});
  // Truth that must be known now (Python decides at trace / compile time); fails with the fitting diagnostic otherwise.
  bool KnownTruth(const Value& value, Span where = {});
  // Python's len(): an Int or a Scalar.
  Value Length(const Value& value, Span where = {});
  // All elements, when their number is known (lists, tuples, dicts, ranges, strings, tensors with known length in eager code,
  // iterators, zip, …); nullopt when it is not.
  std::optional<std::vector<Value>> Elements(const Value& iterable, Span where = {});
  // Elements or an error naming what `what` ("unpacking", "list()") wanted.
  std::vector<Value> RequireElements(const Value& iterable, std::string_view what, Span where = {});
  Value Iter(const Value& iterable, Span where = {});
  std::optional<Value> Next(const Value& iterator, Span where = {});
  bool IsInstance(const Value& value, const Value& cls, Span where = {});
  bool Identical(const Value& a, const Value& b) const;       // `is`
  std::optional<std::string> HashKey(const Value& value, Span where = {});   // raises TypeError when unhashable
  std::string_view TypeName(const Value& value) const;        // "int", "list", "Tensor", class name

  // ---- text (text.cpp) ----
  Text StrOf(const Value& value, Span where = {});
  Text ReprOf(const Value& value, Span where = {});
  Text FormatOf(const Value& value, const Text& spec, Span where = {});
  Value TextValue(const Text& text);                           // Str or Scalar(kStr)
  Text TextOfString(const Value& str);                         // a Str or Scalar(kStr) as Text
  ir::ValueId TextToIr(const Text& text);                      // string scalar
  std::string numpy_options;                                   // np.set_printoptions, as runtime/format.h reads them

  // ---- numbers and tensors (convert.cpp) ----
  // The IR value of a tensor-like value (Tensor, Variable, number, nested list of numbers, ndarray); `dtype` where given
  // must fit (Python literals convert; tensors must match: dtype-mismatch).
  ir::ValueId ToTensor(const Value& value, std::optional<ir::DType> dtype = {}, Span where = {});
  // As operand beside `other` in a TensorFlow operator: Python numbers adopt its dtype.
  std::pair<ir::ValueId, ir::ValueId> ToTensorPair(const Value& a, const Value& b, Span where = {});
  bool IsTensorLike(const Value& value) const;                 // Tensor or Variable (not numbers)
  ir::DType DTypeOf(const Value& dtype_like, Span where = {}); // tf.float32, np.float32, "float32", float, int, bool
  ir::Shape ShapeOfValue(const Value& shape_like, Span where = {});   // static shape from a list/tuple/TensorShape
  ir::ValueId ShapeToTensor(const Value& shape_like, Span where = {});  // an int32/int64 vector (list with tensors inside, too)
  Value Wrap(ir::ValueId value) const { return Tensor{value}; }
  // Scalars: IR value of a Python number (int64 / float64 / bool) or str, known or not.
  ir::ValueId ToScalar(const Value& value, Span where = {});
  // A Python int argument that must be known now (axis, num, …).
  int64_t KnownInt(const Value& value, std::string_view what, Span where = {});
  bool KnownBool(const Value& value, std::string_view what, Span where = {});
  std::string KnownString(const Value& value, std::string_view what, Span where = {});
  std::vector<int64_t> KnownInts(const Value& value, std::string_view what, Span where = {});
  const ir::Literal* KnownLiteral(const Value& value) const;   // of a Tensor whose value is known at compile time
  Value LiteralToPython(const ir::Literal& literal, int64_t i);       // element as Python value
  Value FromLiteral(ir::Literal literal, bool numpy = false);         // a Tensor holding it
  const ir::Type& TypeOf(const Value& tensor) const { return module.type(tensor.get<Tensor>().value); }

  // ---- emission (emit.cpp): operands from other functions or eager code are imported, leaks are found ----
  ir::ValueId Emit(ir::OpKind kind, std::vector<ir::ValueId> operands, ir::Attrs attrs = ir::NoAttrs{}, Span where = {});
  std::vector<ir::ValueId> EmitMany(ir::OpKind kind, std::vector<ir::ValueId> operands, ir::Attrs attrs = ir::NoAttrs{}, Span where = {});
  // Makes a value usable at the insertion point (captures of a trace); reports tensor-leak when it cannot be.
  ir::ValueId Import(ir::ValueId value, Span where = {});
  // Runs `body` with the insertion point in the eager program (initial values of variables, trace-time output).
  void InEagerCode(const std::function<void()>& body);
  void EmitPrint(const Text& text, bool to_stderr);
  // Regions of control flow (Builder's, with the nesting remembered while they are open).
  ir::RegionId OpenRegion(const std::vector<ir::Type>& parameters);
  void CloseRegion(std::vector<ir::ValueId> yields);
  ir::RegionId DefiningRegion(ir::ValueId value) const;
  bool Encloses(ir::RegionId outer, ir::RegionId inner) const;
  // The eager program's insertion point while a trace is being made.
  ir::RegionId eager_region() const { return trace ? eager_region_ : builder.region(); }

  // ---- control flow on run-time conditions (control.cpp, loops.cpp) ----
  // Evaluates both sides and merges state and results; `condition` is a bool IR scalar.
  Value Branch(ir::ValueId condition, const std::function<Value()>& then, const std::function<Value()>& orelse, Span where);

  // ---- services of the control-flow files (control.h, loops.h, function.h) ----
  void DiscardOperations(size_t from);        // operations from this id on are gone (speculation)
  bool IsDiscarded(ir::OpId op) const;
  ir::ValueId Placeholder(const ir::Type& type);
  void EmitRaise(const PyError& error);
  void RestoreObject(Ref ref, const Object& object);
  void KeepTraces(const Heap::Frame& frame);
  // The value, with a check that it is there.
  Value ReadMaybe(const Maybe& maybe, Name name, Span where);
  void StoreSlot(const struct Place& place, const Value& value);
  // Merges state and results of both sides and emits the operation; the value that the construct has.
  Value MergeSides(struct Side& a, struct Side& b, ir::OpKind kind, std::vector<ir::ValueId> operands, Span where);
  Span LastStore(Ref object, const SlotKey& slot) const;
  size_t store_mark() const { return store_log_.size(); }
  // The last store to the place before the mark was taken.
  Span StoreBefore(size_t mark, Ref object, const SlotKey& slot) const;
  ir::Type ResultType(ir::Type type);
  bool HasOuterState(const Value& function) const;
  bool HasPoison(const CallArgs& args) const;
  bool HoldsPoison(const Value& value) const;
  // No `try` of the program is around what is being evaluated, and it certainly runs.
  bool NobodyCatches() const { return try_depth_ == 0 && region_depth_ == 0; }
  // An exception raised here certainly ends the program with a report: no `try` is around it, and it certainly runs (or is
  // traced, which raises whatever the run-time condition around it says).
  bool IsCertain() const { return try_depth_ == 0 && (mode == Mode::kStaged ? trace_is_certain_ : region_depth_ == 0); }
  // Python state that outlives the trace is about to be changed inside a tf.function: effect-at-trace.
  void NoteEffect(Ref object, Span where);
  const std::map<std::pair<Ref, uint32_t>, Span>& last_stores() const { return last_store_; }
  void BindParameters(const FunctionObject& f, CallArgs& args, ScopeObject& scope, Span where);
  Value CallRow(const BuiltinRow* row, const Value* self, CallArgs args, Span where);
  void DictInsert(DictObject& dict, const Value& key, const Value& value, Span where);
  const Value* DictFind(const DictObject& dict, const Value& key, Span where);
  void DictErase(DictObject& dict, const std::string& hash);
  Value MakeKeyError(const Value& key);
  std::vector<int64_t> SlicePositions(const SliceValue& slice, int64_t size, Span where);
  std::optional<int64_t> SequenceIndex(const Value& index, int64_t size, std::string_view what, Span where);
  Value DimensionValue(ir::Dim dim);
  std::string RowPrefix(const Value& v) const;
  Ref ClassOfRow(const BuiltinRow* row);
  std::vector<Ref> LinearBases(Ref cls) const;
  bool IsSubclass(Ref cls, Ref base) const;
  const Value* ClassAttribute(Ref cls, Name name, Ref* owner = nullptr) const;
  std::optional<Value> TypeAttribute(const Value& self, Name name);
  Value BindRow(const BuiltinRow* row, const Value& self, Span where);
  Truth ItemsEqual(const Value& a, const Value& b, Span where);
  Truth ConditionTruth(const Value& value, Span where);
  Truth AssertTruth(const Value& value, Span where);
  ir::ValueId StagedCondition(const Value& value, Span where);
  [[noreturn]] void ThrowException(std::string_view type, const Text& message, bool has_message, Span where);
  bool IsTensorArray(const Value& v) const;
  // A method of a container is about to change it; a tensor is about to be stored in it.
  void NoteMutation(Ref object, Span where);
  void NoteLeak(const Value& value, Span where);
  std::optional<Value> PythonFunctionOf(const Value& v) const;
  // Runs a function that tf.cond, tf.while_loop, tf.map_fn, … were given.
  Value CallTraced(const Value& function, CallArgs args, bool autograph, Span where);
  bool run_functions_eagerly = false;
  struct LoopOptions* loop_options_ = nullptr;   // of the loop whose body is being traced
  int region_depth_ = 0;                         // regions of run-time control flow around the insertion point, in this function
  std::map<Ref, Object> watched_arguments_;      // list and dict arguments of traces, as they were
  std::map<Ref, Span> object_write_;             // last item write
  Span return_span_;

  // While it lives, functions are called as AutoGraph's unconverted code.
  class UnconvertedScope {
   public:
    explicit UnconvertedScope(Interp& in) : in_(in), outer_(in.convert_calls_) { in.convert_calls_ = in.options.extensions && outer_; }
    ~UnconvertedScope() { in_.convert_calls_ = outer_; }
   private:
    Interp& in_;
    bool outer_;
  };

  // While it lives, Python exceptions are caught by Lathe's own code: hasattr, the iterator protocol, __exit__, …
  class CatchScope {
   public:
    explicit CatchScope(Interp& in) : in_(in) { in_.try_depth_++; }
    ~CatchScope() { in_.try_depth_--; }
    CatchScope(const CatchScope&) = delete;
    CatchScope& operator=(const CatchScope&) = delete;
   private:
    Interp& in_;
  };
  bool trace_is_certain_ = true;                 // the trace being made is not under a run-time condition of eager code
  std::shared_ptr<class StateWatch> watch;       // state_watch.h
  ast::StmtId statement_;                        // being executed
  ast::StmtId loop_head_;                        // first statement of the innermost loop body being executed

  enum class Jump : uint8_t { kNone, kBreak, kContinue, kReturn };
  Jump jump_ = Jump::kNone;
  static constexpr uint32_t kUntracked = UINT32_MAX;   // depth of a write that AutoGraph does not take for state
  ir::RegionId eager_region_;
  bool IsUntracked(const ast::SubscriptExpr& target) const;
  void StoreItem(const ast::SubscriptExpr& target, const Value& object, const Value& index, const Value& value, Span where);

 private:
  friend class Tracer;
  enum class Trip : uint8_t { kNext, kBreak, kReturn };
  static constexpr size_t kRecursionLimit = 1000;

  [[noreturn]] void Leak(ir::ValueId value, Span where);
  ir::ValueId EmitAtFunctionStart(ir::OpKind kind, ir::Attrs attrs, ir::Type type);
  void StoreWhereDefined(ir::ValueId value, ir::GlobalId global);
  bool Usable(ir::ValueId value) const;
  // expressions.cpp
  Value EvaluateNode(ast::ExprId id, const ast::Expr& e);
  std::vector<Value> EvaluateItems(const std::vector<ast::ExprId>& elements);
  Value EvaluateBinary(ast::ExprId id, const ast::BinaryExpr& n);
  Value EvaluateBoolOp(const ast::BoolOpExpr& n, size_t first);
  Value EvaluateCompare(const ast::CompareExpr& n, size_t first, Value left, Span where);
  Value EvaluateConditional(const ast::ConditionalExpr& n, Span where);
  Value EvaluateDict(const ast::DictExpr& n);
  Text EvaluateField(const ast::FormattedValue& n, Span where);
  Value EvaluateCall(const ast::CallExpr& n, Span where);
  Value EvaluateCallee(const ast::CallExpr& n);
  Value EvaluateComprehension(ast::ExprId id, const ast::Expr& e);
  void RunGenerators(const std::vector<ast::Comprehension>& generators, size_t level, const Value& first, const std::function<void()>& element);
  Value EvaluateYield(const ast::YieldExpr& n, Span where);
  Value EvaluateYieldFrom(const ast::YieldFromExpr& n, Span where);
  // statements.cpp
  void ExecuteGuarded(ast::StmtId id);
  void ExecuteStatement(ast::StmtId id);
  void ReportUncaught(PyError error);
  bool EndsHere(const PyError& error, size_t depth) const;
  ast::StmtId EnterLoopBody(const ast::Block& body);
  void PoisonTargets(ast::StmtId id);
  void ExecuteExpression(const ast::ExprStmt& n);
  void ExecuteAugAssign(const ast::AugAssignStmt& n, Span where);
  void Unpack(const std::vector<ast::ExprId>& targets, const Value& value, Span where);
  void Delete(ast::ExprId id);
  void ExecuteIf(ast::StmtId id, const ast::IfStmt& n);
  void ExecuteAssert(const ast::AssertStmt& n, Span where);
  void ExecuteRaise(const ast::RaiseStmt& n, Span where);
  // names.cpp, definitions.cpp
  Ref GlobalScope(Ref scope) const;
  Ref FindScope(Ref scope, Name name) const;
  [[noreturn]] void ReadUndefined(const Undefined& undefined, Name name, Ref home, Span where);
  Value ReadRow(const BuiltinRow* row, Span where);
  bool ModuleExists(std::string_view module) const;
  [[noreturn]] void RefuseImport(std::string_view module, Span where);
  void Import(const ast::ImportAlias& alias);
  void ImportFrom(const ast::ImportFromStmt& n, Span where);
  Value MakeFunction(std::string name, const ast::Arguments& args, ast::StmtId def, ast::ExprId lambda, Span where);
  void ExecuteFunctionDef(ast::StmtId id, const ast::FunctionDef& n);
  void ExecuteClassDef(ast::StmtId id, const ast::ClassDef& n);
  void AdoptMethod(Ref cls, const Value& value);
  bool BasesAreDisjoint(const std::vector<Ref>& bases) const;
  // calls.cpp
  Value Instantiate(Ref cls, CallArgs args, Span where);
  bool HasBuiltinInit(Ref cls) const;
  Value RunActivation(Activation activation, const FunctionObject& f);
  Value CallGenerator(Ref function, const FunctionObject& f, CallArgs args, Span where);
  // attributes.cpp
  Value BindDescriptor(const Value& attribute, const Value& self, Ref cls, Span where);
  Value TfFunctionOfInstance(Ref function, const Value& self);
  std::optional<Value> InstanceAttribute(const Value& self, Name name, Span where);
  std::optional<Value> SuperAttribute(const SuperObject& super, Name name, Span where);
  std::vector<std::string> AttributeNames(const Value& object) const;
  void StoreInstanceAttribute(Ref object, Name name, const Value& value, Span where);
  std::optional<Value> BindExternalMethod(const Value& attribute, const Value& self);
  Value DocString(const FunctionObject& f) const;
  std::optional<size_t> NamedTupleField(const Tuple& tuple, Name name) const;
  Value NamedTupleMember(const Value& tuple, std::string_view name);
  // operators.cpp, compare.cpp
  Value KnownIntegers(ast::BinaryOp op, const Integer& a, const Integer& b, Span where);
  Value KnownNumbers(ast::BinaryOp op, const Value& a, const Value& b, Span where);
  [[noreturn]] void BadOperands(ast::BinaryOp op, const Value& a, const Value& b, Span where);
  Value ScalarBinary(ast::BinaryOp op, const Value& a, const Value& b, Span where);
  std::optional<Value> SequenceBinary(ast::BinaryOp op, const Value& a, const Value& b, Span where);
  std::optional<Value> SetOrDictBinary(ast::BinaryOp op, const Value& a, const Value& b, Span where);
  std::optional<Value> SetOrDictInplace(ast::BinaryOp op, const Value& a, const Value& b, Span where);
  Text TensorText(const Value& v, bool repr, Span where);
  Text SequenceText(const std::vector<Value>& items, std::string_view open, std::string_view close, Span where);
  Text ObjectText(const Value& v, Ref ref, Span where);
  Text InstanceText(const Value& v, bool repr, Span where);
  Text NamedTupleText(const Tuple& t, Span where);
  Text PercentConversion(const Value& value, const std::string& conversion, char type, Span where);
  Value PercentFormat(const Value& format, const Value& args, Span where);
  Value AllEqual(const std::vector<Value>& a, const std::vector<Value>& b, bool equal, Span where);
  std::optional<Value> CompareContainers(ast::CompareOp op, const Value& a, const Value& b, Span where);
  Value CompareScalars(ast::CompareOp op, const Value& a, const Value& b, Span where);
  std::optional<Value> CompareOthers(ast::CompareOp op, const Value& a, const Value& b, Span where);
  Value Contains(const Value& container, const Value& item, Span where);
  Value ContainsKey(const DictObject& dict, const Value& key, Span where);
  Truth ScalarTruth(const Scalar& s, Span where);
  Truth TensorTruth(const Value& v, Span where);
  std::optional<Value> NotOfTensor(const Value& a, Span where);
  bool DTypeEquals(ir::DType dtype, const Value& other);
  bool ShapesEqual(const Value& a, const Value& b, Span where);
  Value ShapeConcat(const Value& a, const Value& b, Span where);
  // protocol.cpp, ranges.cpp
  Value SelectElement(const std::vector<Value>& items, const Value& index, std::string_view what, Span where);
  Value SequenceItem(const std::vector<Value>& items, const Value& index, std::string_view what, bool is_list, Span where);
  Value DictItem(Ref ref, const DictObject& dict, const Value& key, Span where);
  void SetListSlice(Ref list, const SliceValue& slice, const Value& value, Span where);
  void SetListDynamic(Ref list, const Value& index, const Value& value, Span where);
  std::optional<Value> ItemAssigned(const Value& object, const Value& index, const Value& value, Span where);
  Value ShapeItem(const ir::Shape& shape, const Value& index, Span where);
  Value RangeSlice(const RangeValue& range, const SliceValue& slice, Span where);
  Value RangeLength(const RangeValue& range, Span where);
  std::optional<std::vector<Value>> RangeElements(const RangeValue& range, Span where);
  Value StringLength(const Scalar& s, Span where);
  std::vector<Value> InstanceElements(const Value& v, Span where);
  std::optional<std::vector<Value>> ClassMembers(Ref cls);
  bool IsInstanceOfRow(const Value& v, const BuiltinRow* row, Span where);
  bool IsInstanceOfNumpyType(const Value& v, const DTypeValue& type) const;
  void NoteStore(Ref object, Name name, const Value& value, Span where);
  void NoteItemStore(Ref object, const Value& index, const Value& value, Span where);
  void NoteEscape(const Value& value, Span where);
  // control.cpp
  void BranchStatement(ir::ValueId condition, ast::StmtId id, const ast::IfStmt& n);
  void MergeWhole(Ref ref, const Heap::Frame& a, const Heap::Frame& b, Span where, const std::function<Value(const Value&, const Value&)>& merge);
  void StoreNewKey(const struct Place& place, const Value& value);
  [[noreturn]] void UnreachableHere();
  // iteration.cpp, blocks.cpp
  Trip RunTrip(const ast::Block& body);
  void RunBody(const ast::Block& body);
  void ExecuteElse(const ast::Block& orelse, Span where);
  void ExecuteWhile(ast::StmtId id, const ast::WhileStmt& n);
  void PeelWhile(ir::ValueId condition, const ast::WhileStmt& n, Span where);
  bool TryRollWhile(const ast::WhileStmt& n, Span where);
  bool TryRoll(const struct LoopSpec& spec);
  void WarnLargeUnroll(Span where);
  [[noreturn]] void FailLoopElse(Span where);
  [[noreturn]] void FailJumpInPythonLoop(ast::ExprId test, Span where);
  void ExecuteFor(ast::StmtId id, const ast::ForStmt& n);
  bool IsLazyIterator(const Value& v);
  void ForOverPulled(const ast::ForStmt& n, const Value& iterator, Span where);
  void ForOverIterator(const ast::ForStmt& n, const Value& iterable, Span where);
  bool ExtraTest(const ast::ForStmt& n, Span where);
  void ForOverKnown(const ast::ForStmt& n, const Value& iterable, Span where);
  void GuardedRest(const ast::ForStmt& n, ir::ValueId go, const std::vector<Value>& items, size_t first, Span where);
  bool TryRollFor(const ast::ForStmt& n, const Value& iterable, const std::vector<Value>& items, size_t first, Span where);
  ir::ValueId ElementTable(const std::vector<Value>& items, size_t first, Span where);
  void RunForOverRange(const ast::ForStmt& n, const RangeValue& range, Span where);
  void RunDynamicFor(const ast::ForStmt& n, const struct LoopSpec& spec, Span where);
  void RunForOverTensor(const ast::ForStmt& n, const Value& iterable, Span where);
  bool JumpFlagDecides(ast::ExprId test, const Value& value);
  Span JumpSpan(ast::ExprId test);
  Value EvaluateManager(ast::ExprId id);
  void ExecuteWith(const ast::WithStmt& n, size_t item);
  // exceptions.cpp
  Truth HandlerMatches(const ast::ExceptHandler& h, const PyError& error);
  void Dispatch(const ast::TryStmt& n, size_t first, const PyError& error);
  void ExecuteTry(const ast::TryStmt& n);
  void ExecuteTryHandlers(const ast::TryStmt& n, Span where);
  // Runs `body`; an exception of it goes to `handler` (which throws it again if it does not take it), else `orelse` runs.
  void RunTry(const std::function<void()>& body, const std::function<void(const PyError&)>& handler, const std::function<void()>& orelse, Span where);
  void ApplyWritesBeforeRaise(const Heap::Frame& frame, const std::vector<Heap::TrackedWrite>& history, uint32_t first, uint32_t last);
  struct Side HandlerSide(const Heap::Frame& frame, const std::vector<Heap::TrackedWrite>& history, uint32_t first, uint32_t last,
                          const std::function<void(const PyError&)>& handler, Span where);
  Value RunTimeException(std::vector<Ref> classes, ir::ValueId type, ir::ValueId message);
  std::optional<Value> RunTimeTypeName(const Value& exception) const;
  std::vector<Ref> ClassesOf(const Value& types);
  std::vector<Ref> ExceptionClasses();
  void RunHandler(const ast::ExceptHandler& h, const PyError& error);
  bool MatchPattern(ast::PatternId id, const Value& subject);
  bool MatchSequencePattern(const ast::MatchSequence& m, const Value& subject, Span where);
  bool MatchMappingPattern(const ast::MatchMapping& m, const Value& subject, Span where);
  bool MatchClassPattern(const ast::MatchClass& m, const Value& subject, Span where);
  void ExecuteMatch(const ast::MatchStmt& n, Span where);

  Span CallOfLibrary() const;
  const Scope* ScopeOf(auto id) const {
    if (const Scope* scope = scopes_->of(id)) return scope;
    for (const ScopeTable& table : library_scopes_)
      if (const Scope* scope = table.of(id)) return scope;
    return nullptr;
  }
  const ScopeTable* scopes_;
  FileId program_file_;
  std::deque<ScopeTable> library_scopes_;
  std::map<std::string, Ref, std::less<>> library_modules_;
  int64_t steps_ = 0;
  int limit_failures_ = 0;
  std::map<uint32_t, ir::RegionId> enclosing_;
  std::map<uint32_t, Span> leak_origin_;    // value -> the write that let it out
  std::map<std::string, Ref> exception_classes_;
  std::map<const BuiltinRow*, Ref> builtin_classes_;
  std::map<std::pair<Ref, uint32_t>, Span> last_store_;
  std::vector<std::pair<std::pair<Ref, uint32_t>, Span>> store_log_;   // in regions: what last_store_ was before
  std::map<ir::Dim, std::pair<ir::ValueId, int64_t>> symbol_source_;
  std::vector<std::pair<size_t, size_t>> discarded_;
  std::set<uint32_t> pinned_;               // operations that speculation must not discard
  Value return_value_;
  std::vector<PyError> handled_;
  Ref class_being_defined_;
  std::vector<std::vector<uint32_t>> class_order_;
  bool convert_calls_ = true;
  int try_depth_ = 0;
  bool silent_ = false;                     // a function is traced once more: its Python effects have happened
};

bool IsExceptionName(std::string_view name);

}  // namespace lathe::staging
