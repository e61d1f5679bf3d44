// Levels are combined from lists of choices per depth; three levels have fewer choices in the outer ones than two, so that
// the whole stays near a hundred thousand.
#include "tests/exhaustive/programs.h"

#include <algorithm>

namespace lathe::exhaustive {

namespace {

constexpr Slot kAll[] = {Slot::kPass, Slot::kAssign, Slot::kBreak, Slot::kContinue, Slot::kReturn};
constexpr Slot kHarmless[] = {Slot::kPass, Slot::kAssign};
constexpr Slot kElse[] = {Slot::kPass, Slot::kAssign, Slot::kReturn};
constexpr Slot kNone[] = {Slot::kPass};

struct Choices {
  std::vector<Slot> before, after, orelse;
};
template <size_t N>
std::vector<Slot> List(const Slot (&slots)[N]) { return {slots, slots + N}; }

std::vector<Level> LevelsOf(const Choices& choices) {
  std::vector<Level> out;
  for (Construct c : {Construct::kIf, Construct::kWhile, Construct::kForRange, Construct::kForTensor})
    for (Slot before : choices.before)
      for (Slot after : choices.after)
        for (Slot orelse : choices.orelse)
          if (c == Construct::kIf || orelse == Slot::kPass) out.push_back({c, before, after, orelse});
  return out;
}

bool IsLegal(const Program& program) {
  bool in_loop = false;
  auto fits = [&](Slot s) { return in_loop || (s != Slot::kBreak && s != Slot::kContinue); };
  for (const Level& level : program.levels) {
    in_loop |= level.construct != Construct::kIf;
    if (!fits(level.before) || !fits(level.after) || !fits(level.orelse)) return false;
  }
  return true;
}

bool Assigns(const Program& program) {
  return std::any_of(program.levels.begin(), program.levels.end(), [](const Level& level) {
    return level.before == Slot::kAssign || level.after == Slot::kAssign || level.orelse == Slot::kAssign;
  });
}

void Combine(const std::vector<std::vector<Level>>& levels, Program& program, std::vector<Program>& out) {
  size_t depth = program.levels.size();
  if (depth == levels.size()) {
    if (!IsLegal(program)) return;
    out.push_back(program);
    if (!Assigns(program)) return;
    out.push_back(program);
    out.back().second_variable = true;
    return;
  }
  for (const Level& level : levels[depth]) {
    program.levels.push_back(level);
    Combine(levels, program, out);
    program.levels.pop_back();
  }
}

class Writer {
 public:
  explicit Writer(const Program& program) : program_(program) {}

  std::string Text() {
    bool python = program_.has_python_range();
    text_ = std::string("import tensorflow as tf\n\n@tf.function\ndef f(x, n") + (python ? ", m" : "") + "):\n";
    WriteLevel(0);
    Line(program_.second_variable ? "return x + y" : "return x");
    indent_ = 0;
    for (const Input& in : kInputs) {
      std::string call = "f(tf.constant(" + std::to_string(in.x) + "), tf.constant(" + std::to_string(in.n) + ")";
      Line("print(" + call + (python ? ", " + std::to_string(in.m) : "") + ").numpy())");
    }
    return std::move(text_);
  }

 private:
  void Line(const std::string& line) { text_ += std::string(size_t(indent_) * 4, ' ') + line + "\n"; }

  void WriteSlot(Slot slot) {
    std::string number = std::to_string(++slots_);
    switch (slot) {
      case Slot::kPass: Line("pass"); break;
      case Slot::kAssign:
        Line("x = x * 3 + " + number + (target_.empty() ? "" : " + " + target_));
        if (program_.second_variable) Line("y = x - " + number);
        break;
      case Slot::kBreak: Line("break"); break;
      case Slot::kContinue: Line("continue"); break;
      case Slot::kReturn: Line("return x + " + number + "00"); break;
    }
  }

  void WriteLevel(size_t depth) {
    if (depth == program_.levels.size()) return;
    const Level& level = program_.levels[depth];
    std::string d = std::to_string(depth + 1), less = depth == 0 ? "" : " - " + std::to_string(depth);
    std::string outer_target = target_;
    switch (level.construct) {
      case Construct::kIf: Line("if x % 3 != " + std::to_string(depth) + ":"); break;
      case Construct::kWhile:
        Line("i" + d + " = tf.constant(0)");
        Line("while i" + d + " < n" + less + ":");
        break;
      case Construct::kForRange: Line("for j" + d + " in range(m" + less + "):"); break;
      case Construct::kForTensor: Line("for j" + d + " in tf.range(n" + less + "):"); break;
    }
    ++indent_;
    if (level.construct == Construct::kWhile) Line("i" + d + " = i" + d + " + 1");
    if (level.construct == Construct::kForRange || level.construct == Construct::kForTensor) target_ = "j" + d;
    WriteSlot(level.before);
    if (depth + 1 < program_.levels.size()) {
      WriteLevel(depth + 1);
      WriteSlot(level.after);
    }
    --indent_;
    target_ = outer_target;
    if (level.construct == Construct::kIf && level.orelse != Slot::kPass) {
      Line("else:");
      ++indent_;
      WriteSlot(level.orelse);
      --indent_;
    }
  }

  const Program& program_;
  std::string text_, target_;
  int indent_ = 1, slots_ = 0;
};

}  // namespace

bool Program::has_python_range() const {
  return std::any_of(levels.begin(), levels.end(), [](const Level& level) { return level.construct == Construct::kForRange; });
}

std::vector<Program> AllPrograms() {
  std::vector<Program> out;
  std::vector<Level> innermost = LevelsOf({List(kAll), List(kNone), List(kAll)});
  std::vector<Level> outer = LevelsOf({List(kAll), List(kAll), List(kAll)});
  std::vector<Level> narrow = LevelsOf({List(kHarmless), List(kAll), List(kNone)});
  std::vector<Level> third = LevelsOf({List(kAll), List(kNone), List(kElse)});
  Program program;
  Combine({innermost}, program, out);
  Combine({outer, innermost}, program, out);
  Combine({narrow, narrow, third}, program, out);
  return out;
}

std::string TextOf(const Program& program) { return Writer(program).Text(); }

}  // namespace lathe::exhaustive
