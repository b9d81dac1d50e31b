// The text forms that plain text formats share: ISO 8601 dates, base64, map keys as text.
#pragma once

#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "meta.h"

namespace wirebed::text_forms {

// 1975-02-01T15:59:19.991Z; years beyond 9999 get a sign and as many digits as they need.
std::string from_date(const Date& date);
// Accepts an offset or Z, with or without seconds and their fraction, and keeps milliseconds.
std::optional<Date> to_date(std::string_view text);

// RFC 4648, section 4: padded, only characters of the alphabet, no bits left over.
std::string from_bytes(const Bytes& bytes);
std::optional<Bytes> to_bytes(std::string_view text);

template <class K>
std::string from_key(const K& key) {
  if constexpr (std::is_same_v<K, std::string>) {
    return key;
  } else if constexpr (std::is_same_v<K, bool>) {
    return key ? "true" : "false";
  } else {
    return std::to_string(key);
  }
}

template <class K>
std::optional<K> to_key(std::string_view text) {
  if constexpr (std::is_same_v<K, std::string>) {
    return std::string(text);
  } else if constexpr (std::is_same_v<K, bool>) {
    if (text == "true") return true;
    if (text == "false") return false;
    return std::nullopt;
  } else {
    K key{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), key);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    // A second spelling, such as 01, would make one key of two.
    if (from_key(key) != text) return std::nullopt;
    return key;
  }
}

}  // namespace wirebed::text_forms
