// Loops on a graph: tf.while_loop with a test and a body that take and return the state. A loop over a range is its counter, one
// over a tensor counts its rows, one over a dataset carries the next element as an optional.
#include <algorithm>

#include "code/printer.h"

namespace lathe::code {

using ast::Block;
using ast::ExprId;
using ast::StmtId;

namespace {
std::string Parameter(const Place& p) { return p.kind == Place::Kind::kLocal ? p.text : p.temp; }
}  // namespace

// What a loop starts with where a place has no value before it, and what it cannot carry at all.
void Printer::FindInitial(std::vector<Place>& places, Span header, const std::string& target, const std::string& start) {
  std::vector<Place> out;
  for (Place& p : places) {
    const auto* missing = decisions_.PlaceholderOf(header, p.raw, function_.calls);
    if (missing) {
      p.defined = false;
      p.initial = missing->text;
      p.invariant = missing->invariant;
    }
    if (!p.defined && !start.empty() && p.raw == target) p.initial = start;   // as TensorFlow does for ranges
    if (!p.defined && p.initial.empty()) continue;
    out.push_back(std::move(p));
  }
  places = std::move(out);
}

void Printer::EmitGraphWhile(StmtId id, const ast::WhileStmt& n, const FormInfo& form) {
  Span header = lowered_[n.test].span;
  std::vector<Place> places = StateOf(id, header, form);
  FindInitial(places, header, {}, {});
  std::set<std::string> flags;
  for (const Place& p : places) if (p.raw[0] == '$') flags.insert(p.raw);
  std::swap(flags, tensor_flags_);
  std::string test = Text(n.test);
  std::swap(flags, tensor_flags_);
  if (!IsSynthetic(n.test)) cursor_ = std::max(cursor_, ColonAfter(header.end));
  EmitLoop(id, n.body, header, places, nullptr, form.detail == "reshape" ? Scalar(test, form) : test, form);
}

// Whether the iterable is written as a range whose counter the loop can be.
bool Printer::RangeCounter(const ast::ForStmt& n, const FormInfo& form, Counter& c, const std::set<std::string>& assigned) {
  auto* call = std::get_if<ast::CallExpr>(&lowered_[n.iter].data);
  if (!call || form.detail.find("range") == std::string::npos) return false;
  std::string callee = Qualified(call->func);
  if (callee != "range" && !callee.ends_with(".range")) return false;
  ExprId start, limit, step;
  if (call->args.empty() || call->args.size() > 3) return false;
  for (ExprId a : call->args) if (std::holds_alternative<ast::StarredExpr>(lowered_[a].data)) return false;
  if (call->args.size() == 1) limit = call->args[0];
  else start = call->args[0], limit = call->args[1];
  if (call->args.size() == 3) step = call->args[2];
  for (const ast::Keyword& k : call->keywords) {
    std::string_view name = k.name ? original_.names().text(*k.name) : "";
    if (name == "delta") step = k.value;
    else if (name == "limit" && !start) start = limit, limit = k.value;
    else if (name != "dtype" && name != "name") return false;
  }
  std::string dtype = form.detail.substr(form.detail.rfind(' ') + 1);
  auto literal = [&](ExprId e) {
    const ast::ExprData& data = lowered_[e].data;
    if (auto* u = std::get_if<ast::UnaryExpr>(&data); u && u->op == ast::UnaryOp::kUSub) return std::holds_alternative<ast::IntLiteral>(lowered_[u->operand].data);
    return std::holds_alternative<ast::IntLiteral>(data);
  };
  auto fixed = [&](ExprId e) {
    auto* name = std::get_if<ast::NameExpr>(&lowered_[e].data);
    return literal(e) || (name && !assigned.contains(std::string(original_.names().text(name->name))));
  };
  auto value = [&](ExprId e) {
    std::string text = Inline(e);
    if (dtype == "int32") return text;
    return (literal(e) ? "tf.constant(" : "tf.cast(") + text + ", tf." + dtype + ")";
  };
  auto hoisted = [&](ExprId e, const std::string& stem) {
    std::string text = value(e);
    if (fixed(e) && text == Inline(e)) return text;
    std::string name = pool_.Fresh(stem);
    Emit(name + " = " + text);
    return name;
  };
  c.start = start ? value(start) : dtype == "int32" ? "0" : "tf.constant(0, tf." + dtype + ")";
  c.limit = hoisted(limit, "limit");
  c.step = step ? hoisted(step, "step") : "1";
  bool negative = step && literal(step) && Text(step)[0] == '-';
  bool known = !step || literal(step);
  auto target = std::get_if<ast::NameExpr>(&lowered_[n.target].data);
  std::string raw = target ? std::string(original_.names().text(target->name)) : std::string();
  bool own = target && !Assigned(n.body).contains(raw);
  c.name = own ? raw : pool_.Fresh("index");
  std::string before = c.name + " < " + c.limit, after = c.name + " > " + c.limit;
  c.test = known ? (negative ? after : before) : "tf.where(" + c.step + " > 0, " + before + ", " + after + ")";
  return true;
}

Printer::Counter Printer::CounterOf(StmtId, const ast::ForStmt& n, const FormInfo& form, const std::vector<Place>& places) {
  Counter c;
  std::set<std::string> assigned = Assigned(n.body);
  Targets(n.target, assigned);
  std::string target = Text(n.target);
  Targets(n.target, c.targets);
  if (form.detail == "dataset") {
    std::string elements = pool_.Fresh("elements");
    Emit(elements + " = iter(" + Inline(n.iter) + ")");
    c.name = pool_.Fresh("element");
    c.next = elements + ".get_next_as_optional()";
    c.start = pool_.Fresh("first");
    Emit(c.start + " = " + c.next);
    c.test = c.name + ".has_value()";
    c.head = target + " = " + c.name + ".get_value()";
    return c;
  }
  if (RangeCounter(n, form, c, assigned)) {
    bool carried = std::any_of(places.begin(), places.end(), [&](const Place& p) { return p.text == target; });
    if (carried && c.name == target) {
      std::string name = pool_.Fresh("index");
      size_t at = 0;
      while ((at = c.test.find(target + " ", at)) != std::string::npos) {
        bool word = at == 0 || !(std::isalnum(static_cast<unsigned char>(c.test[at - 1])) || c.test[at - 1] == '_' || c.test[at - 1] == '.');
        if (word) c.test.replace(at, target.size(), name);
        at += word ? name.size() : target.size();
      }
      c.name = name;
    }
    if (c.name != target) c.head = target + " = " + c.name;
    return c;
  }
  auto* name = std::get_if<ast::NameExpr>(&lowered_[n.iter].data);
  std::string rows = Inline(n.iter);
  if (!name || assigned.contains(std::string(original_.names().text(name->name)))) {
    rows = pool_.Fresh("rows");
    Emit(rows + " = " + Inline(n.iter));
  }
  if (form.detail.starts_with("tf.range")) {
    // A range from elsewhere: the loop counts as TensorFlow's does, whatever the range holds.
    c.start = pool_.Fresh("start"), c.limit = pool_.Fresh("limit"), c.step = pool_.Fresh("step"), c.name = pool_.Fresh("index");
    Emit(c.start + ", " + c.limit + ", " + c.step + " = " + rows + ".op.inputs");
    c.test = "tf.where(" + c.step + " > 0, " + c.name + " < " + c.limit + ", " + c.name + " > " + c.limit + ")";
    c.head = target + " = " + c.name;
    return c;
  }
  c.name = pool_.Fresh("index");
  c.start = "0";
  c.test = c.name + " < " + (form.detail == "ragged" ? rows + ".nrows(tf.int32)" : "tf.shape(" + rows + ")[0]");
  c.head = target + " = " + rows + "[" + c.name + "]";
  return c;
}

void Printer::EmitGraphFor(StmtId id, const ast::ForStmt& n, const FormInfo& form) {
  Span header = lowered_[n.iter].span;
  std::vector<Place> places = StateOf(id, header, form);
  cursor_ = std::max(cursor_, ColonAfter(header.end));
  Counter counter = CounterOf(id, n, form, places);
  bool range = form.detail.find("range") != std::string::npos;
  std::string target = Qualified(n.target);
  if (target.find_first_of(".[") != std::string::npos) target.clear();
  FindInitial(places, header, target, range ? counter.start : std::string());
  std::string test = counter.test;
  if (n.extra_test) {
    std::set<std::string> flags;
    for (const Place& p : places) if (p.raw[0] == '$') flags.insert(p.raw);
    std::swap(flags, tensor_flags_);
    bool staged = Rewrite(n.extra_test).has_value();
    std::string extra = Text(n.extra_test);
    std::swap(flags, tensor_flags_);
    if (staged) test = "tf.logical_and(" + test + ", " + extra + ")";
    else test = "tf.cond(" + test + ", lambda: " + extra + ", lambda: False)";
  }
  EmitLoop(id, n.body, header, places, &counter, test, form);
}

// set_loop_options at the head of the body becomes arguments of tf.while_loop.
void Printer::LoopOptions(const Block& body, const std::vector<Place>& places, bool counted, std::vector<std::string>& options, Block& rest) {
  rest = body;
  std::map<std::string, std::string> shapes;
  for (const Place& p : places) if (!p.invariant.empty()) shapes[p.text] = p.invariant;
  for (size_t i = 0; i < rest.size(); ++i) {
    auto* statement = std::get_if<ast::ExprStmt>(&lowered_[rest[i]].data);
    auto* call = statement ? std::get_if<ast::CallExpr>(&lowered_[statement->value].data) : nullptr;
    if (!call || !Qualified(call->func).ends_with("set_loop_options")) continue;
    for (const ast::Keyword& k : call->keywords) {
      if (!k.name) continue;
      std::string name(original_.names().text(*k.name));
      if (name != "shape_invariants") {
        options.push_back(name + "=" + Inline(k.value));
        continue;
      }
      const std::vector<ExprId>* pairs = nullptr;
      if (auto* l = std::get_if<ast::ListExpr>(&lowered_[k.value].data)) pairs = &l->elements;
      if (auto* t = std::get_if<ast::TupleExpr>(&lowered_[k.value].data)) pairs = &t->elements;
      for (ExprId pair : pairs ? *pairs : std::vector<ExprId>()) {
        if (auto* t = std::get_if<ast::TupleExpr>(&lowered_[pair].data); t && t->elements.size() == 2) shapes[Text(t->elements[0])] = Inline(t->elements[1]);
      }
    }
    cursor_ = std::max(cursor_, lowered_[rest[i]].span.end);
    rest.erase(rest.begin() + int64_t(i));
    break;
  }
  if (shapes.empty()) return;
  std::vector<std::string> parts;
  if (counted) parts.push_back("None");
  for (const Place& p : places) parts.push_back(shapes.contains(p.text) ? shapes[p.text] : "None");
  bool one = parts.size() == 1;
  options.push_back((one ? "shape_invariants=[" : "shape_invariants=(") + Join(parts) + (one ? "]" : ")"));
}

void Printer::EmitLoop(StmtId id, const Block& body, Span header, const std::vector<Place>& places, const Counter* counter,
                       const std::string& test, const FormInfo& form) {
  const FlowSymbols& flow = *liveness_.of(id);
  uint32_t line = sources_.Line(header);
  for (const Place& p : places) {
    if (!p.initial.empty()) Emit(p.text + " = " + p.initial + (options_.plain ? "" : "  # no value before the loop"));
  }
  std::vector<std::string> parameters, results, initial, next;
  std::string unused = pool_.Plain("_");
  if (counter) {
    parameters.push_back(counter->name);
    results.push_back(unused);
    initial.push_back(counter->start);
    next.push_back(counter->next.empty() ? counter->name + " + " + counter->step : counter->next);
  } else if (places.empty()) {
    parameters.push_back(unused);
    results.push_back(unused);
    initial.push_back("0");
    next.push_back(unused);
  }
  for (const Place& p : places) {
    parameters.push_back(Parameter(p));
    results.push_back(p.text);
    initial.push_back(p.text);
    next.push_back(p.text);
  }
  std::string loop_test = pool_.Plain("loop_test"), loop_body = pool_.Plain("loop_body");
  auto write_in = [&] {
    for (const Place& p : places) if (p.kind != Place::Kind::kLocal) Emit(p.text + " = " + p.temp);
  };
  // Names that only the body knows, with the values they have outside.
  std::vector<Place> passed = places;
  std::vector<std::string> defaults = DefaultsFor(body, flow.body_in, passed, form);
  std::erase_if(defaults, [&](const std::string& d) { return counter && d.substr(0, d.find('=')) == counter->name; });
  if (counter && !counter->head.empty()) {
    std::erase_if(defaults, [&](const std::string& d) { return counter->targets.contains(d.substr(0, d.find('='))); });
  }
  ++function_.generated;
  Emit("def " + loop_test + "(" + Join(parameters) + "):" + Marker(header), line);
  ++indent_;
  bool simple = counter && counter->test == test;
  if (!simple) Declarations(places, {});
  if (!simple) write_in();
  Emit("return " + (test.find('\n') == std::string::npos ? test : "(" + test + ")"), line);
  --indent_;
  std::vector<std::string> all = parameters;
  all.insert(all.end(), defaults.begin(), defaults.end());
  Emit("def " + loop_body + "(" + Join(all) + "):");
  ++indent_;
  first_in_block_ = true;
  std::vector<std::string> options;
  Block rest;
  LoopOptions(body, places, counter != nullptr, options, rest);
  Declarations(places, body);
  write_in();
  if (counter && !counter->head.empty()) Emit(counter->head, line);
  EmitBlock(rest);
  std::string single = next.size() == 1 ? "[" + next[0] + "]" : Join(next);
  Emit("return " + single);
  --indent_;
  --function_.generated;
  bool one = initial.size() == 1;
  std::string start = (one ? "[" : "(") + Join(initial) + (one ? "]" : ")");
  std::vector<std::string> missing;
  for (const Place& p : places) if (!p.defined && !(counter && p.initial == counter->start)) missing.push_back(p.text);
  if (!missing.empty()) {
    Emit("tf.debugging.Assert(" + loop_test + "(" + Join(initial) + "), [\"the loop must run at least once to give a value to " + Join(missing) + "\"])", line);
  }
  std::string call = "tf.while_loop(" + loop_test + ", " + loop_body + ", " + start + (options.empty() ? "" : ", " + Join(options)) + ")";
  if (places.empty()) return Emit(call, line);
  Emit((one ? "[" + results[0] + "]" : Join(results)) + " = " + call, line);
}

}  // namespace lathe::code
