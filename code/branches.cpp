// An `if` on a graph: two functions that return the state, and tf.cond. A function of the printer sees outer names as they are;
// what it assigns is its own, with the value from outside as the default of a parameter where it is read first.
#include <algorithm>

#include "code/printer.h"

namespace lathe::code {

using ast::Block;
using ast::StmtId;

namespace {
std::vector<Place> OfKind(const std::vector<Place>& places, Place::Kind kind) {
  std::vector<Place> out;
  for (const Place& p : places) if (p.kind == kind) out.push_back(p);
  return out;
}
std::vector<std::string> Texts(const std::vector<Place>& places) {
  std::vector<std::string> out;
  for (const Place& p : places) out.push_back(p.text);
  return out;
}
}  // namespace

void Printer::EmitBranch(StmtId id, const ast::IfStmt& n, const FormInfo& form, bool tail) {
  Span header = lowered_[n.test].span, marker = lowered_[id].span;
  const FlowSymbols& flow = *liveness_.of(id);
  std::vector<Place> places = tail ? std::vector<Place>() : StateOf(id, header, form);
  std::string test = Scalar(Text(n.test), form);
  if (Tests(n.test)) {
    std::string name = pool_.Fresh("test");
    Emit(name + " = " + test, sources_.Line(header));
    test = name;
  }
  // Values from before, for what both sides share with the code around them.
  std::vector<Place> restored;
  for (const Place& p : places) {
    if (p.kind == Place::Kind::kLocal) continue;
    auto live = [&](const std::vector<Name>& in) { return std::find(in.begin(), in.end(), p.name) != in.end(); };
    bool both = SurelyAssigns(n.body, p.raw) && SurelyAssigns(n.orelse, p.raw);
    if (both && !live(flow.body_in) && !live(flow.orelse_in)) continue;
    Emit(p.temp + " = " + p.text);
    restored.push_back(p);
  }
  if (!IsSynthetic(n.test) && id.index < original_.stmt_count()) {
    uint32_t colon = ColonAfter(lowered_[n.test].span.end);
    std::string comment = TrailingComment(colon);
    if (!comment.empty()) Emit(comment.substr(2));
    cursor_ = std::max(cursor_, comment.empty() ? colon : uint32_t(std::min(source_.find('\n', colon), source_.size())));
  }
  std::string then = pool_.Plain("then"), orelse = pool_.Plain("orelse");
  EmitArm(then, n.body, flow.body_in, places, {}, form, tail, marker);
  if (n.orelse.empty()) {
    std::vector<std::string> values;
    for (const Place& p : places) values.push_back(p.kind == Place::Kind::kLocal ? p.text : p.temp);
    orelse = "lambda: " + (values.empty() ? std::string("None") : values.size() == 1 ? values[0] : "(" + Join(values) + ")");
  } else {
    EmitArm(orelse, n.orelse, flow.orelse_in, places, restored, form, tail, n.orelse_span);
  }
  std::string call = "tf.cond(" + test + ", " + then + ", " + orelse + ")";
  uint32_t line = sources_.Line(header);
  if (tail) return Emit("return " + call, line);
  if (places.empty()) return Emit(call, line);
  Emit(Join(Texts(places)) + " = " + call, line);
}

void Printer::EmitArm(const std::string& name, const Block& block, const std::vector<Name>& live, const std::vector<Place>& places,
                      const std::vector<Place>& restored, const FormInfo& form, bool tail, Span marker) {
  std::vector<Place> passed = OfKind(places, Place::Kind::kShared);
  bool mark = marker.valid() && !(marker.begin == marker.end);
  Emit("def " + name + "(" + Join(DefaultsFor(block, live, passed, form)) + "):" + (mark ? Marker(marker) : std::string()), mark ? sources_.Line(marker) : 0);
  ++function_.generated;
  ++indent_;
  first_in_block_ = true;
  Declarations(places, block);
  for (const Place& p : restored) Emit(p.text + " = " + p.temp);
  size_t before = lines_.size();
  EmitBlock(block, tail);
  if (!places.empty()) Emit("return " + Join(Texts(places)));
  else if (lines_.size() == before) Emit("pass");
  --indent_;
  --function_.generated;
}

}  // namespace lathe::code
