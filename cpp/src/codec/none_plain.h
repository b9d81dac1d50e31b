// The codec without bytes, for plain structs: what it "writes" is the view that the struct gives back.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "bridge/plain.h"
#include "codec.h"

namespace wirebed {

struct NonePlain {
  static About about();
  template <class T>
  struct Of {
    static std::string encode(const T& object, const Options& options);
    static std::shared_ptr<T> decode(std::string_view wire, const Options& options);
  };
};

template <class T>
std::string NonePlain::Of<T>::encode(const T& object, const Options&) {
  return PlainView<T>::to_bytes(object);
}

template <class T>
std::shared_ptr<T> NonePlain::Of<T>::decode(std::string_view wire, const Options&) {
  return PlainView<T>::from_bytes(wire);
}

}  // namespace wirebed
