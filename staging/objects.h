// Objects of TensorFlow that live in staging's heap: variables, tensor arrays, tapes, specs, slices.
#pragma once
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "ir/autodiff.h"
#include "staging/heap.h"

namespace lathe::staging {

class Interp;

// tf.Variable. Its value is a global of the program; dtype and shape never change.
struct VariableObject : ExternalObject {
  ir::GlobalId global;
  ir::DType dtype = ir::DType::kFloat32;
  ir::Shape shape;
  bool trainable = true;
  std::string name = "Variable:0";
  Span created;
  Value reference;               // what ref() gave
  std::unique_ptr<ExternalObject> Clone() const override { return std::make_unique<VariableObject>(*this); }
  std::string_view type_name() const override { return "Variable"; }
};

// A variable of a Keras layer, optimizer or metric.
struct KerasVariableObject : VariableObject {
  std::string short_name, path;    // "kernel", "sequential/dense/kernel"
  Value regularizer, constraint;
  bool created_trainable = true;
  std::unique_ptr<ExternalObject> Clone() const override { return std::make_unique<KerasVariableObject>(*this); }
  std::string_view type_name() const override { return "KerasVariable"; }
};

// v.ref(): hashable, and equal for one variable.
struct VariableRefObject : ExternalObject {
  Value variable;
  std::unique_ptr<ExternalObject> Clone() const override { return std::make_unique<VariableRefObject>(*this); }
  std::string_view type_name() const override { return "VariableRef"; }
};

// tf.TensorArray: an IR list. In eager code methods change the object, in staged code they make a new one.
struct TensorArrayObject : ExternalObject {
  ir::ValueId list;              // of type list<dtype, element_shape>
  ir::DType dtype = ir::DType::kFloat32;
  ir::Shape element_shape = ir::Shape::Unranked();
  bool infer_shape = true, dynamic_size = false, clear_after_read = true;
  // What all elements written so far have in common; shared by every copy, so that a loop's body tells the code after it.
  std::shared_ptr<std::optional<ir::Shape>> written = std::make_shared<std::optional<ir::Shape>>();
  Span created;
  std::unique_ptr<ExternalObject> Clone() const override { return std::make_unique<TensorArrayObject>(*this); }
  std::string_view type_name() const override { return "TensorArray"; }
};

// tf.TensorSpec.
struct TensorSpecObject : ExternalObject {
  ir::Shape shape;
  ir::DType dtype = ir::DType::kFloat32;
  std::optional<std::string> name;
  std::unique_ptr<ExternalObject> Clone() const override { return std::make_unique<TensorSpecObject>(*this); }
  std::string_view type_name() const override { return "TensorSpec"; }
};

// tf.IndexedSlices.
struct IndexedSlicesObject : ExternalObject {
  Value values, indices, dense_shape;
  std::unique_ptr<ExternalObject> Clone() const override { return std::make_unique<IndexedSlicesObject>(*this); }
  std::string_view type_name() const override { return "IndexedSlices"; }
};

// What a gradient tape has seen: operations of one function that depend on something watched.
class TapeRecorder : public ir::Builder::Observer {
 public:
  TapeRecorder(Interp& in, ir::FunctionId function, bool watch_variables)
      : in_(in), function_(function), watch_variables_(watch_variables) {}
  ~TapeRecorder() override;
  TapeRecorder(const TapeRecorder&) = delete;
  TapeRecorder& operator=(const TapeRecorder&) = delete;
  void OnEmit(ir::OpId op) override;
  void Watch(ir::ValueId value) { active_.insert(value.index); }
  void WatchVariable(ir::GlobalId global) { watched_globals_.insert(global.index); }
  void Reset();
  bool Active(ir::ValueId value) const { return active_.contains(value.index); }
  bool Watches(ir::GlobalId global) const;
  const std::vector<ir::OpId>& operations() const { return operations_; }
  // Variables read while recording, in order of the first read.
  const std::vector<ir::GlobalId>& read_variables() const { return read_; }

 private:
  Interp& in_;
  ir::FunctionId function_;
  bool watch_variables_;
  std::vector<ir::OpId> operations_;
  std::set<uint32_t> active_, watched_globals_;
  std::vector<ir::GlobalId> read_;
};

// tf.GradientTape. The recorder is shared by all copies: recording is not undone with the heap.
struct TapeObject : ExternalObject {
  bool persistent = false, watch_accessed_variables = true;
  bool used = false, recording = false;
  std::shared_ptr<TapeRecorder> recorder;
  std::shared_ptr<ir::CustomRules> custom_rules;
  Span first_use;
  std::unique_ptr<ExternalObject> Clone() const override { return std::make_unique<TapeObject>(*this); }
  std::string_view type_name() const override { return "GradientTape"; }
};

// The context manager of tape.stop_recording().
struct StopRecordingObject : ExternalObject {
  Value tape;
  std::unique_ptr<ExternalObject> Clone() const override { return std::make_unique<StopRecordingObject>(*this); }
  std::string_view type_name() const override { return "StopRecording"; }
};

// A context manager without effect: tf.name_scope, tf.device, tf.control_dependencies.
struct PlainContextObject : ExternalObject {
  Value entered;                 // what `as` binds
  std::unique_ptr<ExternalObject> Clone() const override { return std::make_unique<PlainContextObject>(*this); }
  std::string_view type_name() const override { return "PlainContext"; }
};

// tf.random.Generator: its state (three int64) is a global.
struct GeneratorObject : ExternalObject {
  Value state;                   // a Variable
  std::unique_ptr<ExternalObject> Clone() const override { return std::make_unique<GeneratorObject>(*this); }
  std::string_view type_name() const override { return "Generator"; }
};

// Makes a tf.Variable holding `initial` (dtype and shape where given must fit).
Value CreateVariable(Interp& in, const Value& initial, std::optional<ir::DType> dtype, std::optional<ir::Shape> shape,
                     bool trainable, std::string name, Span where);
// The variable's value now.
ir::ValueId ReadVariable(Interp& in, const VariableObject& variable, Span where);

}  // namespace lathe::staging
