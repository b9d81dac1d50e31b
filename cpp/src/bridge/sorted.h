// The order of map entries and set elements in a view: by the bytes of their nodes.
#pragma once

#include <string>
#include <vector>

#include "bridge/view.h"

namespace wirebed::view {

struct Keyed {
  std::string bytes;
  const void* item;
};

// Not a template: all maps and sets are sorted by the same code.
void sort_by_bytes(std::vector<Keyed>& items);

// Sorts the bytes that `write(writer, item)` writes for each item, then calls `emit(bytes, item)` in order.
// Values must be written by `emit`: their place in the view, which `=` may name, depends on the order.
template <class Items, class Write, class Emit>
void in_order(const Items& items, Write&& write, Emit&& emit) {
  std::vector<Keyed> order;
  order.reserve(items.size());
  for (const auto& item : items) {
    Writer node;
    write(node, item);
    order.push_back({std::move(node.bytes), &item});
  }
  sort_by_bytes(order);
  for (const Keyed& keyed : order) emit(keyed.bytes, *static_cast<decltype(&*items.begin())>(keyed.item));
}

}  // namespace wirebed::view
