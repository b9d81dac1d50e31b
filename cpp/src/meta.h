// The vocabulary of plain.h: the types that plain structs hold, and the table of each struct's fields, which
// every plain codec and the bridge walk. proto/README.md says what each schema feature becomes.
//
//   const meta::Class& stock = meta::class_of<Stock>();
//   for (const meta::Field& field : stock.fields) use(field.json, field.offset);
//
// The tables are constants of the schema tree, made from plain_tables.cc.j2. Codecs are compiled without
// them. values.h says in which C++ type a struct holds a field.
#pragma once

#include <atomic>
#include <chrono>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace wirebed {

using Bytes = std::vector<std::uint8_t>;
using Date = std::chrono::sys_time<std::chrono::milliseconds>;
using Object = std::shared_ptr<void>;

// A decimal number as its text: the standard library has no type that holds 123.4500 exactly.
struct Decimal {
  std::string text;
  auto operator<=>(const Decimal&) const = default;
};

namespace meta {

// The numbers of PlainType.Kind in proto/wirebed/plain.proto.
enum class Kind : std::uint8_t {
  kNone = 0,
  kInt32 = 1,
  kUint32 = 2,
  kInt64 = 3,
  kUint64 = 4,
  kBool = 5,
  kFloat = 6,
  kDouble = 7,
  kString = 8,
  kBytes = 9,
  kEnum = 10,
  kMessage = 11,
  kDate = 12,
  kDecimal = 13,
  kWrapper = 14,
};

// The numbers of PlainField.Container.
enum class Container : std::uint8_t { kSingle = 0, kList = 1, kArray = 2, kSet = 3, kMap = 4 };

// The things that codecs derive from a table once, at its first use (derived.h).
struct Derived {
  static constexpr std::size_t kMost = 2;
  mutable std::atomic<const void*> made[kMost]{};
};

struct EnumValue {
  std::int32_t number;
  std::string_view name;  // as declared, the name in text formats
  bool alias;             // an earlier value has the same number
  std::string_view java;  // of the Java constant, hence on a Hessian wire
};

struct Enum {
  std::string_view name;
  std::string_view java_class;
  std::span<const EnumValue> values;
  Derived derived{};

  // The first value of that number, or null.
  const EnumValue* find(std::int32_t number) const {
    for (const EnumValue& known : values) {
      if (known.number == number) return &known;
    }
    return nullptr;
  }
};

struct Class;

// The declared type of one value: of a single field, of an element, of a map's value.
struct Type {
  Kind kind;
  Kind wrapped = Kind::kNone;         // kWrapper: the kind inside
  const Class* message = nullptr;     // kMessage
  const Enum* enumeration = nullptr;  // kEnum
};

// One field of a plain struct.
struct Field {
  std::uint32_t number;  // in the schema
  std::uint32_t offset;  // in the struct
  Container container;
  bool nullable;          // a single field may be absent
  bool optional;          // it is then a std::optional; the other types have an empty state themselves
  Kind key;               // of a map
  Type type;              // of the value, of each element, of each map value
  std::string_view json;  // the name in every plain text format
  std::string_view java;  // of the Java field, hence on a Hessian wire
  std::string_view xml;   // of the element in XML; a literal, so that `data()` ends with a zero
};

struct Class {
  std::string_view message;
  std::string_view java_class;
  std::span<const Field> fields;  // in order of declaration
  // Makes a struct in the place, by std::make_shared, and returns its address. A caller that was given an
  // Object would wait for it: it is stored in two halves and moved as a whole.
  void* (*make_in)(Object& place);
  Derived derived{};

  Object make() const {
    Object object;
    make_in(object);
    return object;
  }
};

// Specialised in plain.h for every plain struct and enum: `table`, of the type Class or Enum.
template <class T>
struct TableOf;

template <class T>
const Class& class_of() {
  return TableOf<T>::table;
}

// The struct of a message in this tree, or null. Each unit of tables declares its own while the program
// starts.
const Class* find_class(std::string_view message);
struct Declared {
  Declared(std::initializer_list<const Class*> classes);
};

}  // namespace meta
}  // namespace wirebed
