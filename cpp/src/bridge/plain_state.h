// The state of writing plain structs as a view, and of reading them.
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
  // For a struct with several owners: if it was written before, writes a reference and returns true.
  bool written_before(const void* object);
  void begin(std::string_view message);
  void end();

 private:
  std::unordered_map<const void*, std::uint32_t> seen_;  // the position of each
  int depth_ = 0;
};

class PlainReading {
 public:
  view::Reader from;

  explicit PlainReading(std::string_view view);
  ~PlainReading();
  // The struct that '=' refers to, or null if a record follows.
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
