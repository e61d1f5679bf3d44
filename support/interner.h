// Names as small integers: equal text, equal Name.
#pragma once
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

#include "support/ids.h"

namespace lathe {

using Name = Id<struct NameTag>;

class Interner {
 public:
  Name Intern(std::string_view text);
  // Valid while the interner lives.
  std::string_view text(Name) const;

 private:
  std::deque<std::string> texts_;
  std::unordered_map<std::string_view, uint32_t> index_;
};

}  // namespace lathe
