// Text -> Ast. Method: tokens for the whole file, then statement by statement: parse, build, drop the parse tree. Where a
// statement does not parse, one error is reported and reading goes on behind the line. Then the checks that CPython's
// symbol table and compiler make.
#include "frontend/parse.h"

#include <algorithm>

#include "frontend/ast_limits.h"
#include "frontend/checks.h"
#include "frontend/lexer.h"
#include "frontend/syntax_error.h"
#include "frontend/tree_builder.h"

namespace lathe {

namespace {

#define LATHE_CHECK_TOKEN(id, grammar, text) static_assert(size_t(TokenKind::id) == LatheParser::grammar);
LATHE_TOKENS(LATHE_CHECK_TOKEN)
#undef LATHE_CHECK_TOKEN

// Stops at the first error and notes what was expected there.
class StopAtError final : public antlr4::BailErrorStrategy {
 public:
  void reportError(antlr4::Parser*, const antlr4::RecognitionException&) override {}
  void recover(antlr4::Parser* parser, std::exception_ptr e) override {
    Note(parser);
    BailErrorStrategy::recover(parser, e);
  }
  antlr4::Token* recoverInline(antlr4::Parser* parser) override {
    Note(parser);
    return BailErrorStrategy::recoverInline(parser);
  }
  void Begin() { noted_ = false; }
  ParseFailure Take() { return std::move(failure_); }

 private:
  void Note(antlr4::Parser* parser) {
    if (noted_) return;
    noted_ = true;
    failure_ = {};
    failure_.token = parser->getTokenStream()->index();
    for (antlr4::tree::ParseTree* c = parser->getContext(); c; c = c->parent) {
      if (auto* rule = dynamic_cast<Context*>(c)) failure_.open.push_back(rule);
    }
    for (ssize_t t : parser->getExpectedTokens().toList()) {
      if (t > 0 && t < ssize_t(failure_.expected.size())) failure_.expected.set(size_t(t));
    }
  }
  ParseFailure failure_;
  bool noted_ = false;
};

class FileParser {
 public:
  FileParser(ast::Ast& ast, const TokenList& list, std::string_view text, SyntaxReporter& reporter)
      : ast_(ast), list_(list), tokens_(list.tokens), text_(text), reporter_(reporter), stream_(list.tokens), parser_(&stream_),
        strategy_(std::make_shared<StopAtError>()), builder_(ast, text, reporter), error_places_(list.error_places) {
    parser_.removeErrorListeners();
    parser_.setErrorHandler(strategy_);
    std::sort(error_places_.begin(), error_places_.end());
    any_error_ = !error_places_.empty();
  }

  void Run() {
    while (KindAt(at_) != TokenKind::kEndOfFile) {
      switch (KindAt(at_)) {
        case TokenKind::kNewline:
        case TokenKind::kDedent: ++at_; break;
        case TokenKind::kIndent: SkipIndent(); break;
        case TokenKind::kElse:
        case TokenKind::kElif:
        case TokenKind::kExcept:
        case TokenKind::kFinally:
        case TokenKind::kCase:
          if (any_error_) {
            SkipLine();
            break;
          }
          [[fallthrough]];
        default: OneStatement();
      }
    }
  }

 private:
  TokenKind KindAt(size_t i) const { return tokens_[i].kind; }

  void SkipIndent() {
    if (!after_error_) {
      const LexToken& t = tokens_[at_];
      any_error_ = true;
      if (!HasLexicalError(at_ + 1)) {
        reporter_.Report(DiagnosticKind::kIndentationError, {ast_.file, t.begin, t.end}, "this line is indented for no reason",
                         "align it with the line before it");
      }
    }
    after_error_ = true;
    ++at_;
  }

  void SkipLine() {
    while (KindAt(at_) != TokenKind::kNewline && KindAt(at_) != TokenKind::kEndOfFile) ++at_;
    if (KindAt(at_) == TokenKind::kNewline) ++at_;
    after_error_ = true;
  }

  // Whether the lexer has reported something in the logical line of token `i`.
  bool HasLexicalError(size_t i) const {
    size_t first = i, last = i;
    if (KindAt(i) == TokenKind::kNewline && i > 0) --first;
    while (first > 0 && KindAt(first - 1) != TokenKind::kNewline) --first;
    while (KindAt(last) != TokenKind::kNewline && KindAt(last) != TokenKind::kEndOfFile) ++last;
    auto it = std::lower_bound(error_places_.begin(), error_places_.end(), tokens_[first].begin);
    return it != error_places_.end() && *it <= tokens_[last].end;
  }

  void OneStatement() {
    size_t start = at_;
    stream_.seek(at_);
    parser_.BeginStatement();
    strategy_->Begin();
    try {
      LatheParser::StmtContext* tree = parser_.stmt();
      at_ = stream_.index();
      after_error_ = false;
      builder_.Statement(tree, ast_.body);
      return;
    } catch (const GuardedParser::TooDeep&) {
      const LexToken& t = tokens_[stream_.index()];
      reporter_.Report(DiagnosticKind::kNestingLimit, {ast_.file, t.begin, t.end}, "this expression is nested too deeply");
      at_ = stream_.index();
      any_error_ = true;
      return SkipLine();
    } catch (const antlr4::ParseCancellationException&) {
    } catch (const antlr4::RecognitionException&) {
    }
    Failed(start);
  }

  void Failed(size_t start) {
    any_error_ = true;
    ParseFailure failure = strategy_->Take();
    failure.statement = start;
    if (parser_.root()) builder_.CheckPart(parser_.root(), failure.open);
    at_ = failure.token;
    if (KindAt(at_) == TokenKind::kIndent) {
      after_error_ = HasLexicalError(at_ - 1);
      return;
    }
    if (!HasLexicalError(at_)) {
      SyntaxMessage m = ExplainFailure(failure, tokens_, text_, ast_.file, reporter_.sources());
      reporter_.Report(m.kind, {ast_.file, m.begin, m.end}, std::move(m.message), std::move(m.help));
    }
    TokenKind before = at_ > start ? KindAt(at_ - 1) : TokenKind::kEndOfFile;
    after_error_ = true;
    if (before == TokenKind::kNewline || before == TokenKind::kDedent || before == TokenKind::kIndent) return;
    SkipLine();
  }

  ast::Ast& ast_;
  const TokenList& list_;
  const std::vector<LexToken>& tokens_;
  std::string_view text_;
  SyntaxReporter& reporter_;
  ListTokenStream stream_;
  LatheParser parser_;
  std::shared_ptr<StopAtError> strategy_;
  TreeBuilder builder_;
  std::vector<uint32_t> error_places_;
  size_t at_ = 0;
  bool any_error_ = false;    // somewhere before
  bool after_error_ = false;  // the line before was dropped
};

}  // namespace

ast::Ast Parse(FileId file, const SourceManager& sources, Interner& names, DiagnosticSink& sink) {
  ast::Ast ast(names);
  size_t errors = sink.error_count();
  ParseInto(ast, file, sources, sink);
  // What follows would only repeat, or be misled by, errors of the syntax.
  if (sink.error_count() == errors && CheckDepth(ast, sink)) CheckModule(ast, sink);
  return ast;
}

void ParseInto(ast::Ast& ast, FileId file, const SourceManager& sources, DiagnosticSink& sink) {
  ast.file = file;
  ast.body.clear();
  TokenList list = Lex(file, sources.text(file), sink);
  if (list.fatal) return;
  {
    SyntaxReporter reporter(sources, sink);
    FileParser(ast, list, sources.text(file), reporter).Run();
  }
}

}  // namespace lathe
