// The codec without bytes: what it "writes" is the view that the object gives back. It shows what the
// language's own objects cannot hold, so that no format is blamed for it.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "bridge/plain.h"
#include "codec.h"

namespace google::protobuf {
class Message;
}

namespace wirebed {

struct NoneMessage {
  static About about();
  static std::string encode(const google::protobuf::Message& message, const Options& options);
  static void decode(std::string_view wire, const Options& options, google::protobuf::Message& message);
};

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
  PlainWriting writing;
  writing.seen.emplace(&object, 0);
  PlainView<T>::write(object, writing);
  return std::move(writing.to.bytes);
}

template <class T>
std::shared_ptr<T> NonePlain::Of<T>::decode(std::string_view wire, const Options&) {
  PlainReading reading{.from = view::Reader(wire), .seen = {}};
  std::shared_ptr<T> object = PlainView<T>::read(reading);
  if (!reading.from.at_end()) reading.from.fail("a view goes on after its record");
  return object;
}

}  // namespace wirebed
