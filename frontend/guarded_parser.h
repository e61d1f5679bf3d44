// The superclass of the generated parser: bounds the depth of rule contexts, so that no program can overflow the stack,
// and remembers the root of the statement being parsed.
#pragma once
#include "antlr4-runtime.h"

namespace lathe {

class GuardedParser : public antlr4::Parser {
 public:
  struct TooDeep {};
  // The deepest that 200 brackets and 99 indentations allow needs about 2,200.
  static constexpr size_t kMaxDepth = 2500;

  explicit GuardedParser(antlr4::TokenStream* input) : Parser(input) {}

  void enterRule(antlr4::ParserRuleContext* context, size_t state, size_t rule) override {
    if (depth_ >= kMaxDepth) throw TooDeep{};
    Parser::enterRule(context, state, rule);
    if (depth_++ == 0) root_ = context;
  }
  // Hides the member of the same name: generated code calls it unqualified.
  void exitRule() {
    --depth_;
    Parser::exitRule();
  }
  // Frees the tree of the last statement.
  void BeginStatement() {
    setContext(nullptr);
    getTreeTracker().reset();
    depth_ = 0;
    root_ = nullptr;
  }
  antlr4::ParserRuleContext* root() const { return root_; }

 private:
  size_t depth_ = 0;
  antlr4::ParserRuleContext* root_ = nullptr;
};

}  // namespace lathe
