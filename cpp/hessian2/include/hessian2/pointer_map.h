// A map from the identity of an object to a small number. It is emptied in constant time, since a writer is
// used again and again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hessian2 {

class PointerMap {
 public:
  PointerMap() : slots_(64) {}

  // Removes everything: slots of an earlier round count as free.
  void Clear() {
    size_ = 0;
    if (++round_ == 0) {
      slots_.assign(slots_.size(), Slot{});
      round_ = 1;
    }
  }

  // The number of a key; a new key gets `fresh`.
  std::uint32_t FindOrAdd(const void* key, std::uint32_t fresh) {
    Slot& slot = Find(key);
    if (slot.round == round_) return slot.number;
    slot = {key, fresh, round_};
    if (++size_ * 2 > slots_.size()) Grow();
    return fresh;
  }

 private:
  struct Slot {
    const void* key = nullptr;
    std::uint32_t number = 0;
    std::uint32_t round = 0;
  };

  Slot& Find(const void* key) {
    const std::size_t mask = slots_.size() - 1;
    auto hash = reinterpret_cast<std::uintptr_t>(key) * 0x9e3779b97f4a7c15u;
    for (std::size_t i = (hash >> 32) & mask;; i = (i + 1) & mask) {
      Slot& slot = slots_[i];
      if (slot.round != round_ || slot.key == key) return slot;
    }
  }

  void Grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.round == round_) Find(slot.key) = slot;
    }
  }

  std::vector<Slot> slots_;  // a power of two of them
  std::size_t size_ = 0;
  std::uint32_t round_ = 1;
};

}  // namespace hessian2
