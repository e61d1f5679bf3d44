#include "support/interner.h"

#include "support/check.h"

namespace lathe {

Name Interner::Intern(std::string_view text) {
  if (auto found = index_.find(text); found != index_.end()) return {found->second};
  uint32_t index = uint32_t(texts_.size());
  texts_.emplace_back(text);
  // The key views the deque's string, which never moves.
  index_.emplace(texts_.back(), index);
  return {index};
}

std::string_view Interner::text(Name name) const {
  LATHE_CHECK(name.index < texts_.size(), "unknown name");
  return texts_[name.index];
}

}  // namespace lathe
