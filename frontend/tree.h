// Walking ANTLR's parse trees: every child once, one cast for each.
#pragma once
#include "LatheParser.h"
#include "frontend/token_stream.h"

namespace lathe {

using Context = antlr4::ParserRuleContext;

// A cursor over the children of a rule's context.
class Children {
 public:
  explicit Children(Context* parent) : it_(parent->children.begin()), end_(parent->children.end()) { Look(); }

  bool done() const { return it_ == end_; }
  size_t remaining() const { return size_t(end_ - it_); }
  // kEndOfFile where the next child is a rule or there is none.
  TokenKind kind() const { return token_ ? token_->kind : TokenKind::kEndOfFile; }
  bool IsRule(size_t rule) const { return rule_ && rule_->getRuleIndex() == rule; }
  bool IsAnyRule() const { return rule_ != nullptr; }
  bool Accept(TokenKind wanted) {
    if (kind() != wanted) return false;
    Next();
    return true;
  }
  const LexToken& TakeToken() {
    const LexToken& t = *token_;
    Next();
    return t;
  }
  Context* TakeRule() {
    Context* r = rule_;
    Next();
    return r;
  }

 private:
  void Next() {
    ++it_;
    Look();
  }
  void Look() {
    rule_ = nullptr;
    token_ = nullptr;
    if (it_ == end_) return;
    // Comparing types is many times cheaper than a dynamic_cast, and a child is a token or a rule.
    const std::type_info& type = typeid(**it_);
    const bool token = type == typeid(antlr4::tree::TerminalNodeImpl) || type == typeid(antlr4::tree::ErrorNodeImpl);
    rule_ = token ? nullptr : static_cast<Context*>(*it_);
    if (token) token_ = &static_cast<LatheToken*>(static_cast<antlr4::tree::TerminalNode*>(*it_)->getSymbol())->token();
  }
  std::vector<antlr4::tree::ParseTree*>::const_iterator it_, end_;
  Context* rule_ = nullptr;
  const LexToken* token_ = nullptr;
};

inline const LatheToken& StartOf(Context* c) { return *static_cast<LatheToken*>(c->start); }
inline const LatheToken& StopOf(Context* c) { return *static_cast<LatheToken*>(c->stop); }

}  // namespace lathe
