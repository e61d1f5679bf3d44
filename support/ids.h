// Strongly typed indices into arenas. An id is valid for the arena that made it.
#pragma once
#include <cstdint>
#include <functional>

namespace lathe {

template <class Tag>
struct Id {
  static constexpr uint32_t kNone = UINT32_MAX;
  uint32_t index = kNone;
  constexpr bool valid() const { return index != kNone; }
  constexpr explicit operator bool() const { return valid(); }
  friend constexpr bool operator==(Id, Id) = default;
  friend constexpr auto operator<=>(Id, Id) = default;
};

}  // namespace lathe

template <class Tag>
struct std::hash<lathe::Id<Tag>> {
  size_t operator()(lathe::Id<Tag> id) const noexcept { return id.index * 0x9E3779B97F4A7C15ull; }
};
