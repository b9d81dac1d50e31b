// What goes on while plain structs become a view, and a view plain structs: whatever needs no template, which
// would be compiled again for every struct. Its members are in plain.cc.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "bridge/view.h"
#include "endpoint.h"

namespace wirebed {

class PlainWriting {
 public:
  view::Writer to;

  explicit PlainWriting(const void* root);
  ~PlainWriting();
  // A struct with several owners: true when it was written before and is now named.
  bool met(const void* object);
  void begin(std::string_view message);
  void end();

 private:
  std::unordered_map<const void*, std::uint32_t> seen_;  // where each stands
  int depth_ = 0;
};

class PlainReading {
 public:
  view::Reader from;

  explicit PlainReading(std::string_view view);
  ~PlainReading();
  // The struct that '=' names, or null when a record follows.
  Object same(std::string_view message);
  void begin(std::string_view message);
  // Called after begin() with the object that the record becomes.
  void remember(std::string_view message, Object object);
  void end() { --depth_; }
  void at_end() const;
  [[noreturn]] void no_field(std::string_view message, std::uint32_t number) const;

 private:
  struct Seen {
    std::uint32_t offset;
    std::string_view message;
    Object object;
  };
  std::vector<Seen> seen_;  // by offset
  std::uint32_t begun_ = 0;
  int depth_ = 0;
};

}  // namespace wirebed
