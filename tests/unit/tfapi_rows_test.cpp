// Rows of tf.* and np.*: lookup, binding, conversions and results of a few calls on known values.
#include <catch2/catch.hpp>

#include "frontend/scopes.h"
#include "staging/builtin_tables.h"
#include "staging/interp.h"
#include "staging/tf/tensor.h"

using namespace lathe;
using namespace lathe::staging;
using ir::DType;

namespace {

// An interpreter of an empty program, in eager code.
struct Machine {
  Interner names;
  SourceManager sources;
  FileId file = sources.Add("test.dsl", "x = 1\n");
  ast::Ast ast{names};
  DiagnosticSink sink;
  ScopeTable scopes = (ast.file = file, ResolveNames(ast, sources, sink));
  StageOptions options;
  ir::Module module;
  Interp in{ast, scopes, sources, sink, options, module};
  Span span{file, 0, 1};

  Machine() {
    module.main = in.builder.OpenFunction("<module>", "", {}, span);
    in.builder.SetFolding(kEagerFolding);
    in.RunModule();
    in.span = span;
  }
  Value Call(std::string_view name, std::vector<Value> args, std::vector<std::pair<std::string, Value>> keywords = {}) {
    const BuiltinRow* row = FindBuiltin(name);
    REQUIRE(row != nullptr);
    CallArgs call;
    call.positional = std::move(args);
    call.positional_spans.resize(call.positional.size());
    for (auto& [k, v] : keywords) {
      call.keywords.push_back({in.Intern(k), v});
      call.keyword_spans.push_back({});
    }
    Bound bound = BindArguments(in, *row, std::move(call), span);
    return row->fn(bound);
  }
  Value List(std::vector<Value> items) { return in.heap.New(ListObject{std::move(items)}); }
  std::vector<double> Numbers(const Value& v) {
    const ir::Literal* literal = in.KnownLiteral(v);
    REQUIRE(literal != nullptr);
    std::vector<double> out;
    for (int64_t i = 0; i < literal->count(); ++i)
      out.push_back(ir::IsFloating(literal->dtype()) ? literal->FloatAt(i) : double(literal->IntAt(i)));
    return out;
  }
  // The diagnostic that a call raises.
  template <class F>
  std::string Raised(F f) {
    try {
      f();
    } catch (const PyError& e) {
      return std::string(NameOf(e.diagnostic.kind));
    } catch (const Abandoned&) {
      return sink.all().empty() ? "" : std::string(NameOf(sink.all().back().kind));
    }
    return "";
  }
};

}  // namespace

TEST_CASE("Rows are found by name and alias, once each", "[tfapi]") {
  CHECK(FindBuiltin("tf.reduce_sum") != nullptr);
  CHECK(FindBuiltin("tf.math.reduce_sum") == FindBuiltin("tf.reduce_sum"));
  CHECK(FindBuiltin("tf.nn.sigmoid") == FindBuiltin("tf.sigmoid"));
  CHECK(FindBuiltin("tf.log") == nullptr);
  CHECK(IsNamespace("tf.math"));
  CHECK_FALSE(IsNamespace("tf.reduce_sum"));
  std::set<std::string_view> seen;
  for (std::span<const BuiltinRow> table : BuiltinTables())
    for (const BuiltinRow& row : table) {
      INFO(row.name);
      CHECK(seen.insert(row.name).second);
      CHECK(row.fn != nullptr);
    }
}

TEST_CASE("Names of TensorFlow without a row are unsupported, others unknown", "[tfapi]") {
  Machine m;
  CHECK(m.Raised([&] { ResolveModuleAttribute(m.in, "tf", m.in.Intern("py_function"), m.span); }) == "unsupported-api");
  CHECK(m.Raised([&] { ResolveModuleAttribute(m.in, "tf", m.in.Intern("placeholder"), m.span); }) == "unknown-api");
  CHECK(m.Raised([&] { ResolveModuleAttribute(m.in, "tf.nn", m.in.Intern("rleu"), m.span); }) == "unknown-api");
}

TEST_CASE("Arguments are bound by Python's rules", "[tfapi]") {
  Machine m;
  Value x = m.List({Value::Int(1), Value::Int(2)});
  CHECK(m.Raised([&] { m.Call("tf.abs", {}); }) == "argument-mismatch");
  CHECK(m.Raised([&] { m.Call("tf.abs", {x, x, x}); }) == "argument-mismatch");
  CHECK(m.Raised([&] { m.Call("tf.reduce_sum", {x}, {{"axes", Value::Int(0)}}); }) == "argument-mismatch");
  CHECK(m.Raised([&] { m.Call("tf.abs", {x}, {{"x", x}}); }) == "argument-mismatch");
  CHECK(m.Numbers(m.Call("tf.reduce_sum", {x}, {{"axis", Value::Int(0)}, {"name", Value::String("s")}})) == std::vector<double>{3});
}

TEST_CASE("Python literals become tensors by TensorFlow's rules", "[tfapi]") {
  Machine m;
  auto dtype = [&](const Value& v) { return m.module.type(m.in.ToTensor(v)).dtype; };
  CHECK(dtype(Value::Int(3)) == DType::kInt32);
  CHECK(dtype(Value(2.5)) == DType::kFloat32);
  CHECK(dtype(Value(true)) == DType::kBool);
  CHECK(dtype(Value::Int(int64_t(1) << 40)) == DType::kInt64);
  CHECK(dtype(m.List({Value::Int(1), Value(2.5)})) == DType::kFloat32);
  CHECK(dtype(m.List({})) == DType::kFloat32);
  CHECK(m.Raised([&] { m.in.ToTensor(Value(1.5), DType::kInt32); }) == "dtype-mismatch");
  CHECK(m.Raised([&] { m.in.ToTensor(Value(None{})); }) == "invalid-value");
  Value ragged = m.List({m.List({Value::Int(1)}), m.List({})});
  CHECK(m.Raised([&] { m.in.ToTensor(ragged); }) == "invalid-value");
}

TEST_CASE("A number beside a tensor takes its dtype", "[tfapi]") {
  Machine m;
  Value ints = m.Call("tf.constant", {m.List({Value::Int(1), Value::Int(2)})});
  Value sum = TensorBinary(m.in, ast::BinaryOp::kAdd, ints, Value::Int(10), m.span);
  CHECK(m.Numbers(sum) == std::vector<double>{11, 12});
  CHECK(m.Raised([&] { TensorBinary(m.in, ast::BinaryOp::kMult, ints, Value(0.5), m.span); }) == "dtype-mismatch");
  Value quotient = TensorBinary(m.in, ast::BinaryOp::kDiv, ints, Value::Int(2), m.span);
  CHECK(m.in.TypeOf(quotient).dtype == DType::kFloat64);
  CHECK(m.Raised([&] { TensorBinary(m.in, ast::BinaryOp::kLShift, ints, Value::Int(2), m.span); }) == "unsupported-operand");
  CHECK(m.Raised([&] { TensorUnary(m.in, ast::UnaryOp::kUAdd, ints, m.span); }) == "unsupported-operand");
  Value equal = TensorCompare(m.in, ast::CompareOp::kEq, ints, m.Call("tf.constant", {m.List({Value::Int(1), Value::Int(2), Value::Int(3)})}), m.span);
  CHECK(m.Numbers(equal) == std::vector<double>{0});
}

TEST_CASE("Subscripts follow Python's slices", "[tfapi]") {
  Machine m;
  Value x = m.Call("tf.range", {Value::Int(10)});
  auto slice = [&](Value a, Value b, Value c) { return SliceValue{std::make_shared<const std::vector<Value>>(std::vector<Value>{a, b, c})}; };
  CHECK(m.Numbers(TensorGetItem(m.in, x, Value::Int(-1), m.span)) == std::vector<double>{9});
  CHECK(m.Numbers(TensorGetItem(m.in, x, Value(slice(Value::Int(2), Value::Int(8), Value::Int(3))), m.span)) == std::vector<double>{2, 5});
  CHECK(m.Raised([&] { TensorGetItem(m.in, x, Value(1.0), m.span); }) == "unsupported-operand");
  CHECK(m.Raised([&] { TensorGetItem(m.in, x, Value::Int(10), m.span); }) == "index-out-of-range");
}

TEST_CASE("einsum contracts, transposes and takes diagonals", "[tfapi]") {
  Machine m;
  auto tensor = [&](std::vector<int64_t> shape) {
    int64_t n = 1;
    std::vector<Value> dims;
    for (int64_t d : shape) n *= d, dims.push_back(Value::Int(d));
    Value flat = m.Call("tf.range", {Value::Int(n)}, {{"dtype", Value(DTypeValue{DType::kFloat32})}});
    return m.Call("tf.reshape", {flat, m.List(dims)});
  };
  Value a = tensor({2, 3}), b = tensor({3, 2});
  CHECK(m.Numbers(m.Call("tf.einsum", {Value::String("ij,jk->ik"), a, b})) == std::vector<double>{10, 13, 28, 40});
  CHECK(m.Numbers(m.Call("tf.einsum", {Value::String("ij->ji"), a})) == std::vector<double>{0, 3, 1, 4, 2, 5});
  CHECK(m.Numbers(m.Call("tf.einsum", {Value::String("ii->"), tensor({2, 2})})) == std::vector<double>{3});
  CHECK(m.Raised([&] { m.Call("tf.einsum", {Value::String("ij,jk->iz"), a, b}); }) == "invalid-argument");
}

TEST_CASE("NumPy promotes dtypes by its own rules", "[tfapi]") {
  Machine m;
  Value a = m.Call("np.array", {m.List({Value::Int(1), Value::Int(2)})});
  CHECK(m.in.TypeOf(a).dtype == DType::kInt64);
  Value half = TensorBinary(m.in, ast::BinaryOp::kMult, a, Value(0.5), m.span);
  CHECK(m.in.TypeOf(half).dtype == DType::kFloat64);
  CHECK(half.get<Tensor>().numpy);
  Value single = m.Call("np.array", {m.List({Value(0.5)})}, {{"dtype", Value(Builtin{FindBuiltin("np.float32")})}});
  CHECK(m.in.TypeOf(TensorBinary(m.in, ast::BinaryOp::kMult, single, Value(2.0), m.span)).dtype == DType::kFloat32);
  Value set = NumpySetItem(m.in, a, Value::Int(0), Value::Int(7), m.span);
  CHECK(m.Numbers(set) == std::vector<double>{7, 2});
}
