// Method: the pattern is compiled into a program (split, jump, character sets, saves) that a machine runs over all
// positions at once (Pike's algorithm), in the preference order of a backtracking search: time is pattern × text.
#include "runtime/regex.h"

#include "runtime/float_text.h"

namespace lathe::rt {
namespace {

constexpr int kMaxGroups = 10;
constexpr int kSlots = 2 * kMaxGroups;
constexpr int64_t kMaxProgram = 20000;
constexpr int kMaxRepeat = 1000, kMaxDepth = 200;

enum class Op : uint8_t { kSet, kSplit, kJump, kSave, kBegin, kEnd, kWord, kNotWord, kMatch };
struct Instruction {
  Op op;
  int32_t x = 0, y = 0;  // kSplit: x preferred; kSet: ranges [x, y); kSave: slot
  bool negated = false;
};
struct CodeRange {
  uint32_t first, last;
};

class Compiler {
 public:
  explicit Compiler(View pattern) : text_(pattern) {}
  bool Run() {
    Emit({Op::kSave, 0});
    if (!Alternation(0)) return false;
    if (at_ != text_.size) return Bad("unexpected ): ");
    Emit({Op::kSave, 1});
    Emit({Op::kMatch});
    return error_ == nullptr;
  }
  const char* error() const { return error_; }
  Array<Instruction> program;
  Array<CodeRange> ranges;
  int groups = 1;

 private:
  bool More() const { return at_ < text_.size; }
  char Peek() const { return text_[at_]; }
  bool Bad(const char* why) {
    if (error_ == nullptr) error_ = why;
    return false;
  }
  int32_t Here() const { return int32_t(program.size()); }
  void Emit(Instruction i) {
    if (program.size() < kMaxProgram)
      program.Add(i);
    else
      Bad("pattern too large - compile failed");
  }
  void InsertAt(int32_t at, Instruction inserted) {
    Emit({Op::kJump});
    for (int32_t i = Here() - 1; i > at; --i) program[i] = program[i - 1];
    program[at] = inserted;
    for (int32_t i = at + 1; i < Here(); ++i) Shift(&program[i], at, 1);
  }
  static void Shift(Instruction* i, int32_t from, int32_t by) {
    if (i->op != Op::kSplit && i->op != Op::kJump) return;
    if (i->x >= from) i->x += by;
    if (i->op == Op::kSplit && i->y >= from) i->y += by;
  }

  bool Alternation(int depth) {
    if (depth > kMaxDepth) return Bad("bad repetition operator: nesting too deep");
    int32_t begin = Here();
    if (!Sequence(depth)) return false;
    while (More() && Peek() == '|') {
      ++at_;
      InsertAt(begin, {Op::kSplit, begin + 1, 0});
      int32_t jump = Here();
      Emit({Op::kJump});
      program[begin].y = Here();
      int32_t rest = Here();
      // Further alternatives nest in the second branch.
      if (!Alternation(depth + 1)) return false;
      (void)rest;
      program[jump].x = Here();
      return true;
    }
    return true;
  }

  bool Sequence(int depth) {
    while (More() && Peek() != '|' && Peek() != ')') {
      int32_t begin = Here();
      if (!Atom(depth)) return false;
      if (More() && strchr("*+?{", Peek()) != nullptr && !Repetition(begin)) return false;
      if (More() && strchr("*+?", Peek()) != nullptr) return Bad("bad repetition operator: **");
      if (error_ != nullptr) return false;
    }
    return true;
  }

  bool Atom(int depth) {
    char c = Peek();
    switch (c) {
      case '(':
        return Group(depth);
      case '[':
        return Class();
      case '.':
        ++at_;
        if (dot_newline_)
          AddSet({{0, 0x10ffff}}, 1, false);
        else
          AddSet({{'\n', '\n'}}, 1, true);
        return true;
      case '^':
        ++at_;
        Emit({Op::kBegin});
        return true;
      case '$':
        ++at_;
        Emit({Op::kEnd});
        return true;
      case '*':
      case '+':
      case '?':
        return Bad("no argument for repetition operator: ");
      case '\\':
        return Escape();
      default: {
        int64_t length;
        uint32_t code = DecodeCodePoint(text_, at_, &length);
        at_ += length;
        Literal(code);
        return true;
      }
    }
  }

  void Literal(uint32_t code) {
    CodeRange both[2] = {{code, code}, {code, code}};
    int count = 1;
    if (fold_ && ((code | 0x20) >= 'a' && (code | 0x20) <= 'z')) both[1] = {code ^ 0x20, code ^ 0x20}, count = 2;
    AddSet(both, count, false);
  }
  template <int N>
  void AddSet(const CodeRange (&set)[N], int count, bool negated) {
    int32_t first = int32_t(ranges.size());
    for (int i = 0; i < count; ++i) ranges.Add(set[i]);
    Emit({Op::kSet, first, int32_t(ranges.size()), negated});
  }

  bool Group(int depth) {
    ++at_;
    bool capture = true, fold = fold_, dot = dot_newline_;
    if (More() && Peek() == '?') {
      ++at_;
      bool on = true;
      if (More() && Peek() == 'P') {  // (?P<name>...)
        while (More() && Peek() != '>') ++at_;
        if (!More()) return Bad("invalid named capture group: ");
        ++at_;
      } else {
        for (; More() && Peek() != ':' && Peek() != ')'; ++at_) {
          if (Peek() == '-')
            on = false;
          else if (Peek() == 'i')
            fold_ = on;
          else if (Peek() == 's')
            dot_newline_ = on;
          else
            return Bad("invalid perl operator: (?");
        }
        if (!More()) return Bad("missing ): ");
        if (text_[at_++] == ')') return true;  // flags for the rest of the enclosing group
        capture = false;
      }
    }
    int group = capture ? groups++ : 0;
    if (capture && group < kMaxGroups) Emit({Op::kSave, 2 * group});
    if (!Alternation(depth + 1)) return false;
    if (!More()) return Bad("missing ): ");
    ++at_;
    if (capture && group < kMaxGroups) Emit({Op::kSave, 2 * group + 1});
    fold_ = fold, dot_newline_ = dot;
    return true;
  }

  // \d \w \s and their complements; false: none.
  bool AddPerlClass(char c) {
    switch (c | 0x20) {
      case 'd':
        ranges.Add({'0', '9'});
        return true;
      case 's':
        ranges.Add({'\t', '\n'}), ranges.Add({'\f', '\r'}), ranges.Add({' ', ' '});
        return true;
      case 'w':
        ranges.Add({'0', '9'}), ranges.Add({'A', 'Z'}), ranges.Add({'_', '_'}), ranges.Add({'a', 'z'});
        return true;
      default:
        return false;
    }
  }

  // The character an escape stands for; false: it is not one.
  bool EscapedCharacter(uint32_t* code) {
    char c = Peek();
    ++at_;
    switch (c) {
      case 'n':
        *code = '\n';
        return true;
      case 't':
        *code = '\t';
        return true;
      case 'r':
        *code = '\r';
        return true;
      case 'f':
        *code = '\f';
        return true;
      case 'v':
        *code = '\v';
        return true;
      case 'a':
        *code = 7;
        return true;
      case 'x': {
        bool braces = More() && Peek() == '{';
        if (braces) ++at_;
        uint32_t value = 0;
        int digits = 0;
        for (; More() && digits < (braces ? 8 : 2); ++digits, ++at_) {
          char h = Peek();
          int d = h >= '0' && h <= '9' ? h - '0' : (h | 0x20) >= 'a' && (h | 0x20) <= 'f' ? (h | 0x20) - 'a' + 10 : -1;
          if (d < 0) break;
          value = value * 16 + uint32_t(d);
        }
        if (braces && (!More() || text_[at_++] != '}')) return false;
        *code = value;
        return digits > 0 && value <= 0x10ffff;
      }
      default:
        break;
    }
    bool word = (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
    *code = uint8_t(c);
    return !word && uint8_t(c) < 0x80;
  }

  bool Escape() {
    ++at_;
    if (!More()) return Bad("trailing \\");
    char c = Peek();
    switch (c) {
      case 'b':
        ++at_;
        Emit({Op::kWord});
        return true;
      case 'B':
        ++at_;
        Emit({Op::kNotWord});
        return true;
      case 'A':
        ++at_;
        Emit({Op::kBegin});
        return true;
      case 'z':
        ++at_;
        Emit({Op::kEnd});
        return true;
      default:
        break;
    }
    int32_t first = int32_t(ranges.size());
    if (AddPerlClass(c)) {
      ++at_;
      Emit({Op::kSet, first, int32_t(ranges.size()), c < 'a'});
      return true;
    }
    uint32_t code;
    if (!EscapedCharacter(&code)) return Bad("invalid escape sequence: ");
    Literal(code);
    return true;
  }

  bool NamedClass() {
    static constexpr struct {
      const char* name;
      CodeRange ranges[4];
    } kClasses[] = {
        {"[:alpha:]", {{'A', 'Z'}, {'a', 'z'}}},
        {"[:digit:]", {{'0', '9'}}},
        {"[:alnum:]", {{'0', '9'}, {'A', 'Z'}, {'a', 'z'}}},
        {"[:upper:]", {{'A', 'Z'}}},
        {"[:lower:]", {{'a', 'z'}}},
        {"[:space:]", {{'\t', '\r'}, {' ', ' '}}},
        {"[:punct:]", {{'!', '/'}, {':', '@'}, {'[', '`'}, {'{', '~'}}},
        {"[:xdigit:]", {{'0', '9'}, {'A', 'F'}, {'a', 'f'}}},
        {"[:word:]", {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}}},
    };
    for (const auto& known : kClasses) {
      View name(known.name);
      if (text_.size - at_ < name.size || !(text_.Part(at_, name.size) == name)) continue;
      for (const CodeRange& r : known.ranges)
        if (r.last != 0) ranges.Add(r);
      at_ += name.size;
      return true;
    }
    return Bad("invalid character class range: ");
  }

  bool ClassCharacter(uint32_t* code) {
    if (Peek() == '\\') {
      ++at_;
      if (!More()) return Bad("missing ]: ");
      return EscapedCharacter(code) || Bad("invalid escape sequence: ");
    }
    int64_t length;
    *code = DecodeCodePoint(text_, at_, &length);
    at_ += length;
    return true;
  }

  bool Class() {
    ++at_;
    bool negated = More() && Peek() == '^';
    if (negated) ++at_;
    int32_t begin = int32_t(ranges.size());
    for (bool first = true; More() && (first || Peek() != ']'); first = false) {
      if (Peek() == '[' && at_ + 1 < text_.size && text_[at_ + 1] == ':') {
        if (!NamedClass()) return false;
        continue;
      }
      if (Peek() == '\\' && at_ + 1 < text_.size && strchr("dsw", text_[at_ + 1]) != nullptr) {
        AddPerlClass(text_[at_ + 1]);
        at_ += 2;
        continue;
      }
      if (Peek() == '\\' && at_ + 1 < text_.size && strchr("DSW", text_[at_ + 1]) != nullptr) {
        if (!AddComplement(text_[at_ + 1])) return false;
        at_ += 2;
        continue;
      }
      uint32_t low, high;
      if (!ClassCharacter(&low)) return false;
      high = low;
      if (at_ + 1 < text_.size && Peek() == '-' && text_[at_ + 1] != ']') {
        ++at_;
        if (!ClassCharacter(&high)) return false;
        if (high < low) return Bad("invalid character class range: ");
      }
      ranges.Add({low, high});
      if (fold_) AddFolded(low, high);
    }
    if (!More()) return Bad("missing ]: ");
    ++at_;
    Emit({Op::kSet, begin, int32_t(ranges.size()), negated});
    return true;
  }

  void AddFolded(uint32_t low, uint32_t high) {
    for (uint32_t c = low; c <= high && c < 128; ++c)
      if ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') ranges.Add({c ^ 0x20, c ^ 0x20});
  }

  bool AddComplement(char c) {
    Array<CodeRange> plain;
    int64_t begin = ranges.size();
    AddPerlClass(c);
    for (int64_t i = begin; i < ranges.size(); ++i) plain.Add(ranges[i]);
    ranges.Resize(begin);
    uint32_t next = 0;  // the classes' ranges are in order
    for (const CodeRange& r : plain) {
      if (r.first > next) ranges.Add({next, r.first - 1});
      next = r.last + 1;
    }
    ranges.Add({next, 0x10ffff});
    return true;
  }

  bool Number(int* value) {
    if (!More() || Peek() < '0' || Peek() > '9') return false;
    *value = 0;
    for (; More() && Peek() >= '0' && Peek() <= '9'; ++at_)
      if (*value <= kMaxRepeat) *value = *value * 10 + (Peek() - '0');
    return true;
  }

  // Repeats what was emitted since `begin`. A brace that is no repetition is a literal.
  bool Repetition(int32_t begin) {
    int least = 0, most = -1;
    switch (Peek()) {
      case '*':
        ++at_;
        break;
      case '+':
        ++at_;
        least = 1;
        break;
      case '?':
        ++at_;
        most = 1;
        break;
      default: {
        int64_t back = at_++;
        bool fine = Number(&least);
        most = least;
        if (fine && More() && Peek() == ',') {
          ++at_;
          most = -1;
          if (More() && Peek() != '}') fine = Number(&most);
        }
        if (!fine || !More() || Peek() != '}') {
          at_ = back;
          return LiteralBrace();
        }
        ++at_;
        if (least > kMaxRepeat || most > kMaxRepeat || (most >= 0 && most < least))
          return Bad("invalid repetition size: ");
      }
    }
    bool lazy = More() && Peek() == '?';
    if (lazy) ++at_;
    Array<Instruction> body;
    for (int32_t i = begin; i < Here(); ++i) body.Add(program[i]);
    program.Resize(begin);
    auto copy = [&] {
      int32_t shift = Here() - begin;
      for (Instruction i : body) {
        Shift(&i, 0, shift);
        Emit(i);
      }
    };
    for (int i = 0; i < least && error_ == nullptr; ++i) copy();
    if (most < 0) {
      int32_t split = Here();
      Emit({Op::kSplit});
      copy();
      Emit({Op::kJump, split});
      SetSplit(split, split + 1, Here(), lazy);
      return error_ == nullptr;
    }
    Array<int32_t> splits;
    for (int i = least; i < most && error_ == nullptr; ++i) {
      splits.Add(Here());
      Emit({Op::kSplit});
      copy();
    }
    for (int32_t split : splits) SetSplit(split, split + 1, Here(), lazy);
    return error_ == nullptr;
  }
  bool LiteralBrace() {
    ++at_;
    Literal('{');
    return true;
  }
  void SetSplit(int32_t split, int32_t into, int32_t past, bool lazy) {
    if (split >= Here()) return;
    program[split].x = lazy ? past : into;
    program[split].y = lazy ? into : past;
  }

  View text_;
  int64_t at_ = 0;
  bool fold_ = false, dot_newline_ = false;
  const char* error_ = nullptr;
};

struct Thread {
  int32_t at;
  int64_t slots[kSlots];
};

class Machine {
 public:
  Machine(const Compiler& compiled, View text) : code_(compiled), text_(text) {
    marks_.Resize(compiled.program.size());
  }

  // The leftmost match from `begin` on, first in preference order. `whole`: it must start at `begin` and reach the end.
  bool Search(int64_t begin, bool whole, int64_t* slots) {
    Array<Thread>*now = &one_, *next = &two_;
    now->Clear();
    bool found = false;
    for (int64_t at = begin;;) {
      ++generation_;
      // Threads in `now` are closed over jumps already; a new one starts with the lowest preference.
      if (!found && (at == begin || !whole)) {
        for (const Thread& t : *now) marks_[t.at] = generation_;
        Thread fresh{0, {}};
        for (int64_t& s : fresh.slots) s = -1;
        Follow(fresh, at, now);
      }
      int64_t length = 1;
      uint32_t code = at < text_.size ? DecodeCodePoint(text_, at, &length) : 0;
      next->Clear();
      ++generation_;
      for (int64_t i = 0; i < now->size(); ++i) {
        Thread t = (*now)[i];
        const Instruction& instruction = code_.program[t.at];
        if (instruction.op == Op::kMatch) {
          if (whole && at != text_.size) continue;
          memcpy(slots, t.slots, sizeof t.slots);
          found = true;
          break;  // the others are less preferred
        }
        if (at < text_.size && InSet(instruction, code)) {
          ++t.at;
          Follow(t, at + length, next);
        }
      }
      if (at >= text_.size || (next->empty() && (found || whole))) return found;
      Array<Thread>* swap = now;
      now = next, next = swap;
      at += length;
    }
  }

 private:
  bool InSet(const Instruction& set, uint32_t code) const {
    bool in = false;
    for (int32_t i = set.x; i < set.y && !in; ++i) in = code >= code_.ranges[i].first && code <= code_.ranges[i].last;
    return in != set.negated;
  }
  bool WordAt(int64_t i) const {
    if (i < 0 || i >= text_.size) return false;
    char c = text_[i];
    return (c >= '0' && c <= '9') || c == '_' || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
  }
  // Adds the threads that `start` leads to without reading, most preferred first.
  void Follow(const Thread& start, int64_t at, Array<Thread>* list) {
    stack_.Clear();
    stack_.Add(start);
    while (!stack_.empty()) {
      Thread t = stack_.back();
      stack_.Pop();
      if (marks_[t.at] == generation_) continue;
      marks_[t.at] = generation_;
      const Instruction& i = code_.program[t.at];
      bool pass = false;
      switch (i.op) {
        case Op::kJump:
          t.at = i.x;
          stack_.Add(t);
          continue;
        case Op::kSplit: {
          Thread other = t;
          other.at = i.y;
          stack_.Add(other);
          t.at = i.x;
          stack_.Add(t);
          continue;
        }
        case Op::kSave:
          t.slots[i.x] = at;
          pass = true;
          break;
        case Op::kBegin:
          pass = at == 0;
          break;
        case Op::kEnd:
          pass = at == text_.size;
          break;
        case Op::kWord:
          pass = WordAt(at - 1) != WordAt(at);
          break;
        case Op::kNotWord:
          pass = WordAt(at - 1) == WordAt(at);
          break;
        case Op::kSet:
        case Op::kMatch:
          list->Add(t);
          continue;
      }
      if (pass) {
        ++t.at;
        stack_.Add(t);
      }
    }
  }

  const Compiler& code_;
  View text_;
  Array<int64_t> marks_;
  int64_t generation_ = 0;
  Array<Thread> one_, two_, stack_;
};

int32_t BadPattern(LtContext* context, View pattern, const char* why) {
  Text message;
  message.Add("Invalid pattern: ");
  message.Add(pattern);
  message.Add(", error: ");
  message.Add(why);
  message.Add('\0');
  return lt_fail(context, "InvalidArgumentError", message.data());
}

// The rewrite with \0 … \9 replaced by the groups.
void AddRewrite(View rewrite, View text, const int64_t* slots, Text* out) {
  for (int64_t i = 0; i < rewrite.size; ++i) {
    if (rewrite[i] != '\\') {
      out->Add(rewrite[i]);
      continue;
    }
    char c = rewrite[++i];
    if (c == '\\') {
      out->Add('\\');
    } else {
      int group = c - '0';
      if (slots[2 * group] >= 0) out->Add(text.Part(slots[2 * group], slots[2 * group + 1] - slots[2 * group]));
    }
  }
}

bool GoodRewrite(View rewrite, int groups) {
  for (int64_t i = 0; i < rewrite.size; ++i) {
    if (rewrite[i] != '\\') continue;
    if (++i == rewrite.size) return false;
    char c = rewrite[i];
    if (c != '\\' && !(c >= '0' && c <= '9' && c - '0' < groups)) return false;
  }
  return true;
}

}  // namespace

int32_t RegexFullMatch(LtContext* context, View text, View pattern, bool* matches) {
  Compiler compiled(pattern);
  if (!compiled.Run()) return BadPattern(context, pattern, compiled.error());
  int64_t slots[kSlots];
  *matches = Machine(compiled, text).Search(0, true, slots);
  return 0;
}

int32_t RegexReplace(LtContext* context, View text, View pattern, View rewrite, bool all, Text* out) {
  Compiler compiled(pattern);
  if (!compiled.Run()) return BadPattern(context, pattern, compiled.error());
  if (!GoodRewrite(rewrite, compiled.groups)) {  // as RE2: nothing is replaced
    out->Add(text);
    return 0;
  }
  Machine machine(compiled, text);
  int64_t slots[kSlots], at = 0, last_end = -1;
  while (at <= text.size) {
    if (!machine.Search(at, false, slots)) break;
    int64_t begin = slots[0], end = slots[1];
    out->Add(text.Part(at, begin - at));
    if (begin == end && begin == last_end) {  // an empty match right after the last one does not count
      if (begin == text.size) {
        at = begin;
        break;
      }
      int64_t length;
      DecodeCodePoint(text, begin, &length);
      out->Add(text.Part(begin, length));
      at = begin + length;
      continue;
    }
    AddRewrite(rewrite, text, slots, out);
    at = end;
    last_end = end;
    if (!all) break;
  }
  if (at <= text.size) out->Add(text.From(at));
  return 0;
}

}  // namespace lathe::rt
