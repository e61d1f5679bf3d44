// Tree builder: string literals and f-strings. Adjacent literals become one node; the text of f-strings is joined with its
// neighbours, empty text is dropped.
#include <utility>

#include "frontend/string_literal.h"
#include "frontend/tree_builder.h"
#include "frontend/unicode.h"

namespace lathe {

using ast::ExprId;
using K = TokenKind;

// What has been joined so far: finished values, and text that may still grow.
struct TreeBuilder::Pieces {
  std::vector<ExprId> values;
  std::string text;
  bool u_prefix = false;
  uint32_t begin = 0, end = 0;  // of the whole
};

void TreeBuilder::DecodeInto(uint32_t begin, uint32_t end, bool raw, bool bytes, std::string& out) {
  size_t at = 0;
  std::string error = DecodeString(text_.substr(begin, end - begin), raw, bytes, out, &at);
  if (!error.empty()) Error(At(begin + uint32_t(at), begin + uint32_t(at) + 1), error);
}

namespace {
std::string UndoubleBraces(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    out += text[i];
    if ((text[i] == '{' || text[i] == '}') && i + 1 < text.size() && text[i + 1] == text[i]) ++i;
  }
  return out;
}
}  // namespace

Built TreeBuilder::Strings(Context* c) {
  Pieces pieces;
  pieces.begin = StartOf(c).token().begin;
  pieces.end = StopOf(c).token().end;
  pieces.u_prefix = text_[pieces.begin] == 'u';
  bool any_bytes = false, any_text = false, any_format = false;
  for (Children children(c); !children.done();) {
    if (children.IsAnyRule()) {
      any_format = any_text = true;
      FormatPieces(children.TakeRule(), pieces);
      continue;
    }
    const LexToken& t = children.TakeToken();
    StringParts parts = SplitString(Text(t));
    (parts.bytes ? any_bytes : any_text) = true;
    if (any_bytes && any_text) {
      Error(At(c), "a bytes literal and a string literal cannot be joined");
      return Make(pieces.begin, pieces.end, ast::StringLiteral{});
    }
    DecodeInto(t.begin + parts.body_begin, t.begin + parts.body_end, parts.raw, parts.bytes, pieces.text);
  }
  if (any_bytes) return Make(pieces.begin, pieces.end, ast::BytesLiteral{std::move(pieces.text)});
  if (!any_format) return Make(pieces.begin, pieces.end, ast::StringLiteral{std::move(pieces.text), pieces.u_prefix});
  if (!pieces.text.empty()) {
    pieces.values.push_back(Make(pieces.begin, pieces.end, ast::StringLiteral{std::move(pieces.text), pieces.u_prefix}).id);
  }
  return Make(pieces.begin, pieces.end, ast::JoinedStr{std::move(pieces.values)});
}

void TreeBuilder::FormatPieces(Context* fstring, Pieces& out) {
  Children children(fstring);
  bool raw = SplitString(text_.substr(StartOf(fstring).token().begin, StopOf(fstring).token().end - StartOf(fstring).token().begin)).raw;
  children.TakeToken();
  while (children.IsAnyRule()) FormatPart(children.TakeRule(), out, raw, false);
}

void TreeBuilder::FormatPart(Context* part, Pieces& out, bool raw, bool in_spec) {
  Children children(part);
  const LexToken& first = children.TakeToken();
  if (first.kind == K::kFMiddle) {
    // Doubled braces must be undone before escapes are decoded: "\x7b" is not a brace of the syntax. The name in
    // \N{…} has single braces, which stay.
    if (in_spec) return DecodeInto(first.begin, first.end, raw, false, out.text);
    std::string_view text = Text(first);
    size_t at = 0;
    std::string error = DecodeString(UndoubleBraces(text), raw, false, out.text, &at);
    if (!error.empty()) Error(At(first), error);
    return;
  }
  uint32_t inside = first.end;
  Context* body = children.TakeRule();
  Built value = ParenBody(body, first.begin, StopOf(body).token().end);
  ast::FormattedValue field{value.id, 0, {}};
  if (children.kind() == K::kFEqual) {
    const LexToken& equal = children.TakeToken();
    std::string text;
    for (uint32_t i = inside; i < equal.end; ++i) {
      if (text_[i] != '\r') text += text_[i];
      else if (i + 1 >= equal.end || text_[i + 1] != '\n') text += '\n';
    }
    out.text += text;
    if (children.kind() != K::kFConversion && children.kind() != K::kFColon) field.conversion = 'r';
  }
  if (children.kind() == K::kFConversion) field.conversion = text_[children.TakeToken().begin + 1];
  if (children.kind() == K::kFColon) {
    Pieces spec;
    spec.u_prefix = out.u_prefix;
    spec.begin = out.begin;
    spec.end = out.end;
    children.TakeToken();
    while (children.IsAnyRule()) FormatPart(children.TakeRule(), spec, raw, true);
    if (!spec.text.empty()) {
      spec.values.push_back(Make(spec.begin, spec.end, ast::StringLiteral{std::move(spec.text), spec.u_prefix}).id);
    }
    field.format_spec = Make(spec.begin, spec.end, ast::JoinedStr{std::move(spec.values)}).id;
  }
  if (!out.text.empty()) {
    out.values.push_back(Make(out.begin, out.end, ast::StringLiteral{std::exchange(out.text, {}), out.u_prefix}).id);
  }
  out.values.push_back(Make(first.begin, StopOf(part).token().end, field).id);
}

Name TreeBuilder::NameOf(const LexToken& t) {
  std::string_view text = Text(t);
  for (char c : text) {
    if (c & 0x80) return ast_.names().Intern(unicode::NormalizeIdentifier(text));
  }
  return ast_.names().Intern(text);
}

}  // namespace lathe
