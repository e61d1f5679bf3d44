// The heap and its write log (heap.h).
#include "staging/heap.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "staging/lists.h"
#include "support/check.h"

namespace lathe::staging {

Ref Heap::New(Object object) {
  objects_.push_back(std::move(object));
  return {uint32_t(objects_.size() - 1)};
}

void Heap::Push() { frames_.push_back({objects_.size(), {}, {}}); }

Object& Heap::Touch(Ref ref, SlotKey slot) {
  LATHE_CHECK(ref.index < objects_.size(), "write to an object that does not exist");
  for (Tracker& tracker : trackers_)
    if (ref.index < tracker.first_new) tracker.writes.push_back({ref, slot, uint32_t(module_->op_count())});
  if (!frames_.empty()) {
    Frame& frame = frames_.back();
    if (ref.index < frame.first_new) {
      frame.saved.try_emplace(ref, objects_[ref.index]);
      frame.writes.push_back({ref, std::move(slot), write_span, write_depth});
    }
  }
  return objects_[ref.index];
}

std::vector<Heap::TrackedWrite> Heap::StopTracking() {
  std::vector<TrackedWrite> writes = std::move(trackers_.back().writes);
  trackers_.pop_back();
  return writes;
}

void Heap::Commit() {
  LATHE_CHECK(!frames_.empty(), "no journal frame");
  Frame frame = std::move(frames_.back());
  frames_.pop_back();
  if (frames_.empty()) return;
  Frame& outer = frames_.back();
  for (auto& [ref, object] : frame.saved)
    if (ref.index < outer.first_new) outer.saved.try_emplace(ref, std::move(object));
  for (WriteRecord& write : frame.writes)
    if (write.object.index < outer.first_new) outer.writes.push_back(std::move(write));
}

Heap::Frame Heap::Rollback() {
  LATHE_CHECK(!frames_.empty(), "no journal frame");
  Frame frame = std::move(frames_.back());
  frames_.pop_back();
  for (auto& [ref, object] : frame.saved) std::swap(objects_[ref.index], object);
  return frame;
}

namespace {

std::optional<std::string> KeyOfNumber(double number) {
  if (std::isfinite(number) && number == std::floor(number) && std::fabs(number) < 9e15)
    return "n" + std::to_string(int64_t(number));
  char text[40];
  std::snprintf(text, sizeof text, "f%a", number);
  return std::string(text);
}

std::optional<std::string> KeyOfItems(char tag, const std::vector<Value>& items, const Heap& heap) {
  std::string key(1, tag);
  for (const Value& item : items) {
    auto part = KeyOf(item, heap);
    if (!part) return std::nullopt;
    key += std::to_string(part->size()) + ":" + *part;
  }
  return key;
}

}  // namespace

std::optional<std::string> KeyOf(const Value& value, const Heap& heap) {
  if (value.is<None>()) return "N";
  if (value.is<EllipsisValue>()) return "E";
  if (auto* b = value.as<bool>()) return *b ? "n1" : "n0";
  if (auto* i = value.as<Integer>()) return "n" + i->ToString();
  if (auto* d = value.as<double>()) return KeyOfNumber(*d);
  if (auto* c = value.as<std::complex<double>>()) {
    if (c->imag() == 0) return KeyOfNumber(c->real());
    return "c" + *KeyOfNumber(c->real()) + "," + *KeyOfNumber(c->imag());
  }
  if (auto* s = value.as<Str>()) return "s" + **s;
  if (auto* b = value.as<Bytes>()) return "b" + *b->data;
  if (auto* t = value.as<Tuple>()) return KeyOfItems('t', *t->items, heap);
  if (auto* r = value.as<RangeValue>()) return KeyOfItems('r', *r->parts, heap);
  if (auto* d = value.as<DTypeValue>()) return "d" + std::string(ir::NameOf(d->dtype));
  if (auto* s = value.as<ShapeValue>()) return "S" + ir::ToString(s->shape);
  if (auto* m = value.as<ModuleValue>()) return "m" + *m->path;
  if (auto* b = value.as<Builtin>()) return "B" + std::to_string(reinterpret_cast<uintptr_t>(b->row));
  if (auto* r = value.as<Ref>()) {
    if (auto* set = heap.as<SetObject>(*r)) {
      if (!set->frozen) return std::nullopt;
      std::vector<std::string> keys;
      for (auto& [k, v] : set->elements.entries) {
        (void)v;
        auto part = KeyOf(k, heap);
        if (!part) return std::nullopt;
        keys.push_back(*part);
      }
      std::sort(keys.begin(), keys.end());
      std::string key = "F";
      for (auto& k : keys) key += std::to_string(k.size()) + ":" + k;
      return key;
    }
    if (heap.as<ListObject>(*r) || heap.as<DictObject>(*r) || heap.External<RunTimeListObject>(value)) return std::nullopt;
    return "o" + std::to_string(r->index);
  }
  return std::nullopt;
}

void Text::Append(std::string_view known) {
  if (known.empty()) return;
  if (!pieces_.empty() && !pieces_.back().value) {
    pieces_.back().text += known;
    return;
  }
  pieces_.push_back({std::string(known), {}});
}
void Text::Append(ir::ValueId string_scalar) { pieces_.push_back({{}, string_scalar}); }
void Text::Append(const Text& other) {
  for (const Piece& piece : other.pieces_) {
    if (piece.value) Append(piece.value);
    else Append(std::string_view(piece.text));
  }
}

}  // namespace lathe::staging
