#include <catch2/catch.hpp>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "driver/graph.h"
#include "ir/builder.h"
#include "support/source.h"

using namespace lathe;
using lathe::ir::DType;
using lathe::ir::OpKind;
using lathe::ir::Type;

namespace {

// f(x) = if x > 0 then x + x else x, called by main; spans point at the second line.
struct Sample {
  Sample() : builder(module) {
    file = sources.Add("a.dsl", "import tensorflow as tf\nprint(f(1.0))\n");
    builder.SetSpan({file, 24, 29});
    ir::FunctionId f = builder.OpenFunction("f", "f(float32[])", {Type::Scalar(DType::kFloat32)}, {file, 0, 1});
    ir::ValueId x = module[module[f].body].parameters[0];
    ir::ValueId zero = builder.Scalar(DType::kFloat32, 0.0);
    ir::ValueId positive = builder.Make(OpKind::kGt, {x, zero});
    ir::RegionId then = builder.OpenRegion({});
    builder.CloseRegion({builder.Add(x, x)});
    ir::RegionId other = builder.OpenRegion({});
    builder.CloseRegion({x});
    ir::OpId branch = builder.EmitControl(OpKind::kIf, {positive}, {Type::Scalar(DType::kFloat32)}, {then, other});
    builder.CloseFunction({module[branch].results[0]});
    ir::FunctionId main = builder.OpenFunction("main", "", {}, {file, 0, 1});
    ir::ValueId one = builder.Scalar(DType::kFloat32, 1.0);
    builder.EmitControl(OpKind::kCall, {one}, {Type::Scalar(DType::kFloat32)}, {}, ir::CallAttr{f});
    builder.CloseFunction({});
    module.main = main;
  }
  SourceManager sources;
  FileId file;
  ir::Module module;
  ir::Builder builder;
};

}  // namespace

TEST_CASE("graph JSON: bodies are functions, ports exist, places are given") {
  Sample s;
  std::string text = driver::GraphJson(s.module, s.sources, {.stage = "traced"});
  auto graph = nlohmann::json::parse(text);
  CHECK(graph["schema"] == "lathe-graph/1");
  CHECK(graph["stage"] == "traced");
  CHECK(graph["source"][0]["path"] == "a.dsl");
  std::set<std::string> ids, functions;
  for (const auto& f : graph["functions"]) {
    functions.insert(f["id"]);
    for (const auto& node : f["nodes"]) CHECK(ids.insert(node["id"]).second);
  }
  CHECK(functions == std::set<std::string>{"f", "f/if_1/then", "f/if_1/else", "main"});
  bool found_if = false, found_call = false;
  for (const auto& f : graph["functions"]) {
    for (const auto& node : f["nodes"]) {
      for (const auto& input : node["inputs"]) CHECK(ids.count(input["node"]) == 1);
      if (node["op"] == "If") {
        found_if = true;
        CHECK(node["bodies"]["then"] == "f/if_1/then");
        CHECK(node["loc"]["line"] == 2);
        CHECK(node["outputs"][0]["dtype"] == "float32");
      }
      if (node["op"] == "Call") {
        found_call = true;
        CHECK(node["bodies"]["callee"] == "f");
      }
    }
  }
  CHECK(found_if);
  CHECK(found_call);
  CHECK(text == driver::GraphJson(s.module, s.sources, {.stage = "traced"}));
}

TEST_CASE("one function of the graph can be asked for") {
  Sample s;
  auto graph = nlohmann::json::parse(driver::GraphJson(s.module, s.sources, {.stage = "traced", .function = "main"}));
  REQUIRE(graph["functions"].size() == 1);
  CHECK(graph["functions"][0]["id"] == "main");
}

TEST_CASE("dot nests clusters and quotes labels") {
  Sample s;
  std::string dot = driver::GraphDot(s.module, s.sources, {.stage = "traced"});
  CHECK(dot.find("subgraph \"cluster_f/if_1/then\"") != std::string::npos);
  CHECK(dot.find("a.dsl:2: print(f(1.0))") != std::string::npos);
  CHECK(std::count(dot.begin(), dot.end(), '{') == std::count(dot.begin(), dot.end(), '}'));
}
