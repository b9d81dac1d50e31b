// The things that a codec derives from the table of a class or enum, such as its names in a format: made at
// the first use and then kept for good, beside the table, so that using it again costs a load.
#pragma once

#include <cstddef>

#include "meta.h"

namespace wirebed::meta {

// D has a constructor from the table, and a number of its own, kSlot, among the Ds of this type of table.
template <class D, class Table>
const D& derived(const Table& table) {
  static_assert(D::kSlot < Derived::kMost);
  std::atomic<const void*>& slot = table.derived.made[D::kSlot];
  if (const void* made = slot.load(std::memory_order_acquire)) [[likely]] {
    return *static_cast<const D*>(made);
  }
  const D* mine = new D(table);
  const void* other = nullptr;
  if (slot.compare_exchange_strong(other, mine, std::memory_order_acq_rel)) return *mine;
  delete mine;
  return *static_cast<const D*>(other);
}

}  // namespace wirebed::meta
