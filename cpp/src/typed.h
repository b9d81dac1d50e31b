// A plain codec as the users of structs call it, with the type of the struct instead of its table:
//
//   std::string wire = Typed<JsonNlohmann, Stock>::encode(stock);
//   std::shared_ptr<Stock> stock = Typed<JsonNlohmann, Stock>::decode(wire);
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bridge/plain.h"
#include "codec.h"
#include "meta.h"

namespace wirebed {

template <class Codec, class T>
struct Typed {
  static std::string encode(const T& object, const Options& options = {}) {
    return Codec::encode(meta::class_of<T>(), &object, options);
  }
  static std::shared_ptr<T> decode(std::string_view wire, const Options& options = {}) {
    return std::static_pointer_cast<T>(Codec::decode(meta::class_of<T>(), wire, options));
  }
  // Only where the codec has it (codec.h).
  static void decode(std::string_view wire, const Options& options, T& object) {
    Codec::decode(meta::class_of<T>(), wire, options, &object);
  }
};

template <class T>
std::string to_view(const T& object) {
  return PlainView::to_bytes(meta::class_of<T>(), &object);
}

// Takes apart what may be a cycle.
template <class T>
void unlink(T& object, std::vector<Object>& parts) {
  PlainView::unlink(meta::class_of<T>(), &object, parts);
}

}  // namespace wirebed
