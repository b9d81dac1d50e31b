// Any Hessian 2 value, for callers without a schema.
//
// A Document owns the lists, maps and objects, and their names; a Value points at them. Two places with one
// pointer are one object, and a cycle is nothing special.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "hessian2/compact.h"
#include "hessian2/reader.h"
#include "hessian2/writer.h"

namespace hessian2 {

struct List;
struct Map;
struct Object;

struct Null {
  bool operator==(const Null&) const = default;
};
struct Date {
  std::int64_t milliseconds;  // since 1970
  bool operator==(const Date&) const = default;
};
using Binary = std::vector<std::uint8_t>;

// std::int32_t is an int, std::int64_t a long: Java tells them apart.
using Value = std::variant<Null, bool, std::int32_t, std::int64_t, double, Date, Boxed<std::string>,
                           Boxed<Binary>, List*, Map*, Object*>;
static_assert(sizeof(Value) == 16);

// The name of a type, which a Document owns.
class Type {
 public:
  Type() = default;
  explicit Type(const std::string& name) : name_(&name) {}
  operator std::string_view() const { return name_ == nullptr ? std::string_view() : *name_; }
  bool empty() const { return name_ == nullptr; }
  friend bool operator==(const Type& type, std::string_view name) { return std::string_view(type) == name; }

 private:
  const std::string* name_ = nullptr;
};

struct List {
  Type type;  // empty when untyped
  Sequence<Value> values;
};

struct Map {
  Type type;
  Sequence<std::pair<Value, Value>> entries;  // in the order of the wire
};

// One for all objects with the same name and fields.
struct Class {
  std::string name;
  std::vector<std::string> fields;
};

struct Object {
  const Class* type;
  Sequence<Value> values;  // one for each field of the class
};

class Document {
 public:
  Value root;

  Document() = default;
  Document(Document&&) = default;  // not to be copied: the values of a copy would point into this one
  Document& operator=(Document&&) = default;

  // The document's own text of a type: a thousand lists of one type have one.
  hessian2::Type Type(std::string_view name);
  List* NewList(std::string_view type = {}) { return New<List>({Type(type), {}}); }
  Map* NewMap(std::string_view type = {}) { return New<Map>({Type(type), {}}); }
  Object* NewObject(const Class* type) { return New<Object>({type, {}}); }
  const Class* NewClass(std::string name, std::vector<std::string> fields);

  // The lists, maps and objects, in the order in which they were made.
  std::size_t size() const { return nodes_.size(); }
  Value at(std::size_t index) {
    return std::visit([](auto& node) { return Value(&node); }, nodes_[index]);
  }

 private:
  template <class Node>
  Node* New(Node node) {
    return &std::get<Node>(nodes_.emplace_back(std::move(node)));
  }

  std::deque<std::variant<List, Map, Object>> nodes_;
  std::set<std::string, std::less<>> types_;
  // Ordered, so that nodes stay where they are and equal classes meet.
  std::map<std::pair<std::string, std::vector<std::string>>, Class> classes_;
};

// Reads the next value into document.root; the reader may have more.
void ReadValue(Reader& reader, Document& document);
// Reads a whole input.
Document ReadDocument(std::span<const std::uint8_t> input, Limits limits = {});
// The value must live until writer.Clear. Recurses; throws Error (kUnwritable) below the depth limit.
void WriteValue(Writer& writer, const Value& value, Limits limits = {});

}  // namespace hessian2
