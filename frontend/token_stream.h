// ANTLR's view of a list of tokens.
#pragma once
#include <string>
#include <vector>

#include "antlr4-runtime.h"
#include "frontend/token.h"

namespace lathe {

class LatheToken final : public antlr4::Token {
 public:
  LatheToken(const LexToken& token, uint32_t index) : token_(token), index_(index) {}
  const LexToken& token() const { return token_; }
  uint32_t index() const { return index_; }

  size_t getType() const override { return token_.kind == TokenKind::kEndOfFile ? Token::EOF : size_t(token_.kind); }
  size_t getTokenIndex() const override { return index_; }
  size_t getStartIndex() const override { return token_.begin; }
  size_t getStopIndex() const override { return token_.end; }
  size_t getChannel() const override { return DEFAULT_CHANNEL; }
  std::string getText() const override { return Describe(token_.kind); }
  std::string toString() const override { return getText(); }
  // Positions are offsets; nothing asks ANTLR for lines.
  size_t getLine() const override { return 0; }
  size_t getCharPositionInLine() const override { return 0; }
  antlr4::TokenSource* getTokenSource() const override { return nullptr; }
  antlr4::CharStream* getInputStream() const override { return nullptr; }

 private:
  LexToken token_;
  uint32_t index_;
};

class ListTokenStream final : public antlr4::TokenStream {
 public:
  explicit ListTokenStream(const std::vector<LexToken>& tokens) {
    tokens_.reserve(tokens.size());
    for (const LexToken& t : tokens) tokens_.emplace_back(t, uint32_t(tokens_.size()));
  }

  antlr4::Token* LT(ssize_t k) override {
    ssize_t i = ssize_t(index_) + (k > 0 ? k - 1 : k);
    if (i < 0) return nullptr;
    return &tokens_[std::min(size_t(i), tokens_.size() - 1)];
  }
  size_t LA(ssize_t k) override {
    antlr4::Token* t = LT(k);
    return t ? static_cast<LatheToken*>(t)->getType() : antlr4::Token::INVALID_TYPE;
  }
  void consume() override { if (index_ + 1 < tokens_.size()) ++index_; }
  size_t index() override { return index_; }
  void seek(size_t index) override { index_ = std::min(index, tokens_.size() - 1); }
  size_t size() override { return tokens_.size(); }
  ssize_t mark() override { return 0; }
  void release(ssize_t) override {}
  antlr4::Token* get(size_t index) const override { return const_cast<LatheToken*>(&tokens_[index]); }
  antlr4::TokenSource* getTokenSource() const override { return nullptr; }
  std::string getSourceName() const override { return "program"; }
  std::string getText(const antlr4::misc::Interval&) override { return {}; }
  std::string getText() override { return {}; }
  std::string getText(antlr4::RuleContext*) override { return {}; }
  std::string getText(antlr4::Token*, antlr4::Token*) override { return {}; }

 private:
  std::vector<LatheToken> tokens_;
  size_t index_ = 0;
};

}  // namespace lathe
