// Walks a value tree to write its view, and a view to build its value tree.
#include "bridge/bare.h"

#include <limits>
#include <unordered_map>

namespace wirebed::bare {

namespace {

using ::hessian2::Document;
using ::hessian2::Value;

class ToView {
 public:
  explicit ToView(view::Writer& to) : to_(to) {}

  void operator()(::hessian2::Null) {
    to_.begin_record("null");
    to_.end_record();
  }
  void operator()(bool value) {
    scalar("bool", [&] { to_.boolean(value); });
  }
  void operator()(std::int32_t value) {
    scalar("int", [&] { to_.integer(value); });
  }
  void operator()(std::int64_t value) {
    scalar("long", [&] { to_.integer(value); });
  }
  void operator()(double value) {
    scalar("double", [&] { to_.double_(value); });
  }
  void operator()(::hessian2::Date value) {
    scalar("date", [&] { to_.integer(value.milliseconds); });
  }
  void operator()(const std::string& value) {
    scalar("string", [&] { to_.text(value); });
  }
  void operator()(const ::hessian2::Binary& value) {
    scalar("binary", [&] { to_.binary({reinterpret_cast<const char*>(value.data()), value.size()}); });
  }

  void operator()(const ::hessian2::List* list) {
    if (!begin("list", list, list->type)) return;
    to_.list(static_cast<std::uint32_t>(list->values.size()));
    for (const Value& value : list->values) std::visit(*this, value);
    to_.end_record();
  }

  void operator()(const ::hessian2::Map* map) {
    if (!begin("map", map, map->type)) return;
    to_.list(static_cast<std::uint32_t>(map->entries.size()));
    for (const auto& [key, value] : map->entries) {
      to_.begin_record("entry");
      to_.field(1);
      std::visit(*this, key);
      to_.field(2);
      std::visit(*this, value);
      to_.end_record();
    }
    to_.end_record();
  }

  void operator()(const ::hessian2::Object* object) {
    if (!begin("object", object, object->type->name, true)) return;
    to_.list(static_cast<std::uint32_t>(object->values.size()));
    for (std::size_t i = 0; i < object->values.size(); ++i) {
      to_.begin_record("field");
      to_.field(1);
      to_.text(object->type->fields[i]);
      to_.field(2);
      std::visit(*this, object->values[i]);
      to_.end_record();
    }
    to_.end_record();
  }

 private:
  template <class Node>
  void scalar(std::string_view record, Node node) {
    to_.begin_record(record);
    to_.field(1);
    node();
    to_.end_record();
  }

  // Writes a record up to the list inside it. False if the node was written before: then a reference is.
  bool begin(std::string_view record, const void* node, std::string_view type, bool always = false) {
    if (to_.bytes.size() > kMost)
      throw Refusal(FailureStage::kBuild, "the names in it make a view that is too large");
    const auto [at, fresh] = seen_.emplace(node, to_.offset());
    if (!fresh) return to_.same_as(at->second), false;
    to_.begin_record(record);
    if (always || !type.empty()) {
      to_.field(1);
      to_.text(type);
    }
    to_.field(2);
    return true;
  }

  // A view repeats the field names with every object; the bytes have them once.
  static constexpr std::size_t kMost = 64 << 20;

  view::Writer& to_;
  std::unordered_map<const void*, std::uint32_t> seen_;
};

class FromView {
 public:
  FromView(view::Reader& from, Document& document) : from_(from), document_(document) {}

  Value read() {
    const std::uint32_t offset = from_.offset();
    if (from_.peek() == '=') {
      const auto at = seen_.find(from_.same_as());
      if (at == seen_.end()) from_.fail("'=' names no earlier list, map or object");
      return at->second;
    }
    // A view nests no deeper than hessian2's reader allows, and no deeper than this recursion can go.
    if (++depth_ > kMaxDepth) from_.fail("the view is nested too deep");
    const std::string_view record = from_.begin_record();
    Value value = read_record(record, offset);
    --depth_;
    return value;
  }

 private:
  static constexpr int kMaxDepth = 2000;

  Value read_record(std::string_view record, std::uint32_t offset) {
    if (record == "list") return read_list(offset);
    if (record == "map") return read_map(offset);
    if (record == "object") return read_object(offset);
    if (record == "null") return end(), Value(::hessian2::Null{});
    expect(1);
    Value value = read_scalar(record);
    end();
    return value;
  }

  Value read_scalar(std::string_view record) {
    using Int = std::numeric_limits<std::int32_t>;
    if (record == "bool") return from_.boolean();
    if (record == "int") return static_cast<std::int32_t>(from_.integer(Int::min(), Int::max()));
    if (record == "long") return from_.int64();
    if (record == "double") return from_.double_();
    if (record == "date") return ::hessian2::Date{from_.int64()};
    if (record == "string") return std::string(from_.text());
    if (record != "binary") from_.fail("no bare value: " + std::string(record));
    const std::string_view bytes = from_.binary();
    return ::hessian2::Binary(bytes.begin(), bytes.end());
  }

  Value read_list(std::uint32_t offset) {
    ::hessian2::List* list = document_.NewList(read_type());
    seen_.emplace(offset, list);
    for (std::uint32_t left = from_.count('l'); left > 0; --left) list->values.emplace_back(read());
    end();
    return list;
  }

  Value read_map(std::uint32_t offset) {
    ::hessian2::Map* map = document_.NewMap(read_type());
    seen_.emplace(offset, map);
    for (std::uint32_t left = from_.count('l'); left > 0; --left) {
      begin("entry");
      Value key = read();
      expect(2);
      map->entries.emplace_back(std::move(key), read());
      end();
    }
    end();
    return map;
  }

  // The object is made before its fields, which may refer to it. Its class is known only after them.
  Value read_object(std::uint32_t offset) {
    ::hessian2::Object* object = document_.NewObject(nullptr);
    seen_.emplace(offset, object);
    std::string name(read_type());
    std::vector<std::string> fields;
    for (std::uint32_t left = from_.count('l'); left > 0; --left) {
      begin("field");
      fields.emplace_back(from_.text());
      expect(2);
      object->values.emplace_back(read());
      end();
    }
    object->type = document_.NewClass(std::move(name), std::move(fields));
    end();
    return object;
  }

  // Reads the type in field 1, empty if there is none, and goes on to the node of field 2.
  std::string_view read_type() {
    std::string_view type;
    std::uint32_t number = from_.field();
    if (number == 1) {
      type = from_.text();
      number = from_.field();
    }
    if (number != 2) from_.fail("a list, map or object has its content in field 2");
    return type;
  }

  void begin(std::string_view record) {
    if (from_.begin_record() != record) from_.fail("no record " + std::string(record));
    expect(1);
  }
  void expect(std::uint32_t number) {
    if (from_.field() != number) from_.fail("a bare value lacks the field " + std::to_string(number));
  }
  void end() { expect(0); }

  view::Reader& from_;
  Document& document_;
  std::unordered_map<std::uint32_t, Value> seen_;
  int depth_ = 0;
};

}  // namespace

void build(view::Reader& from, Document& document) {
  document.root = FromView(from, document).read();
  if (!from.at_end()) from.fail("a view goes on after its record");
}

void show(const Document& document, view::Writer& to) { std::visit(ToView(to), document.root); }

}  // namespace wirebed::bare
