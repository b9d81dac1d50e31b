// The order of map entries and set elements in a view: by the bytes of their nodes.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace wirebed::view {

// Sorts what `write(writer, item)` gives for each item; then `emit(bytes, item)` is called in that order.
// Values must be written by `emit`: their place in the view, which `=` may name, depends on the order.
template <class Writer, class Items, class Write, class Emit>
void in_order(const Items& items, Write&& write, Emit&& emit) {
  Writer scratch;
  std::vector<std::pair<std::string, decltype(items.begin())>> order;
  order.reserve(items.size());
  for (auto at = items.begin(); at != items.end(); ++at) {
    scratch.bytes.clear();
    write(scratch, *at);
    order.emplace_back(scratch.bytes, at);
  }
  std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [bytes, at] : order) emit(bytes, *at);
}

}  // namespace wirebed::view
