// Any Hessian 2 value, for callers without a schema.
//
// A Document owns the lists, maps and objects, and their names; a Value points at them. Two places with the
// same pointer are one object, and cycles are allowed.
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

#include "hessian2/reader.h"
#include "hessian2/small_containers.h"
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

// std::int32_t is an int and std::int64_t a long, which Java distinguishes.
using Value = std::variant<Null, bool, std::int32_t, std::int64_t, double, Date, Boxed<std::string>,
                           Boxed<Binary>, List*, Map*, Object*>;
static_assert(sizeof(Value) <= 16);

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

// All objects with the same name and fields share one.
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
  Document(Document&&) = default;  // not copyable: the values of a copy would point into this one
  Document& operator=(Document&&) = default;

  // The document's own text of a type, which all lists of that type share.
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
  // An ordered map, in which nodes stay where they are and equal classes are found.
  std::map<std::pair<std::string, std::vector<std::string>>, Class> classes_;
};

// Reads the next value into document.root. The reader may have more values.
void ReadValue(Reader& reader, Document& document);
// Reads a whole input.
Document ReadDocument(std::span<const std::uint8_t> input, Limits limits = {});
// The value must live until writer.Clear. This recurses, and throws Error (kUnwritable) below the depth
// limit.
void WriteValue(Writer& writer, const Value& value, Limits limits = {});

}  // namespace hessian2
