// The tables of fields, and the types that stand for those of a struct.
#include "meta.h"

#include <gtest/gtest.h>

#include <thread>

#include "derived.h"
#include "interop/seeds/stock.plain.h"
#include "interop/types/enums.plain.h"
#include "interop/types/graph.plain.h"
#include "map_entries.h"
#include "values.h"

namespace wirebed::meta {
namespace {

using plain::interop::Node;
using plain::interop::Stock;

const Field& field_of(const Class& type, std::string_view name) {
  for (const Field& field : type.fields) {
    if (field.json == name) return field;
  }
  throw std::out_of_range(std::string(name));
}

TEST(Tables, AreFoundByMessage) {
  EXPECT_EQ(find_class("interop.Stock"), &class_of<Stock>());
  EXPECT_EQ(find_class("interop.None"), nullptr);
}

TEST(Tables, LeadToTheFieldsOfTheStruct) {
  Stock stock;
  stock.symbol = "AB";
  stock.target_price = 1.5F;
  const Class& type = class_of<Stock>();
  ASSERT_EQ(type.fields.size(), 5U);
  EXPECT_EQ(*find<Value<Kind::kString>>(type.fields[0], at(&stock, type.fields[0])), "AB");
  EXPECT_EQ(*find<Value<Kind::kFloat>>(type.fields[1], at(&stock, type.fields[1])), 1.5F);
  EXPECT_EQ(find<Value<Kind::kMessage>>(type.fields[2], at(&stock, type.fields[2])), nullptr);
  EXPECT_EQ(type.fields[2].type.message, find_class("interop.Price"));
}

TEST(Tables, MakeAStructThatDestroysWhatItOwns) {
  std::weak_ptr<Node> inner;
  {
    const Object object = class_of<Node>().make();
    const Field& next = field_of(class_of<Node>(), "next");
    *static_cast<Object*>(at(object.get(), next)) = next.type.message->make();
    inner = static_cast<Node*>(object.get())->next;
    EXPECT_EQ(inner.use_count(), 1);
  }
  EXPECT_TRUE(inner.expired());
}

TEST(Tables, StandForEnumsByTheirNumbers) {
  plain::interop::Enums enums;
  enums.many.resize(2);
  const Field& many = field_of(class_of<plain::interop::Enums>(), "many");
  auto& numbers = *static_cast<std::vector<AnyEnum>*>(at(&enums, many));
  ASSERT_EQ(numbers.size(), 2U);
  numbers[1] = static_cast<AnyEnum>(2);
  EXPECT_EQ(static_cast<std::int32_t>(enums.many[1]), 2);
}

TEST(MapEntries, AreAddedOnceAndVisitedInOrder) {
  Node node;
  const Field& by_name = field_of(class_of<Node>(), "byName");
  const MapEntries entries(by_name, at(static_cast<void*>(&node), by_name));
  for (std::string key : {"b", "a", "b"}) {
    const MapFunctions::Found found = entries.add(key);
    *static_cast<Object*>(found.value) = class_of<Node>().make();
  }
  std::string keys;
  entries.each([&](const void* key, const void*) { keys += *static_cast<const std::string*>(key); });
  EXPECT_EQ(keys, "ab");
  EXPECT_EQ(node.by_name.size(), entries.size());
  EXPECT_NE(node.by_name.at("a"), nullptr);
  entries.clear();
  EXPECT_TRUE(node.by_name.empty());
}

struct Count {
  static constexpr std::size_t kSlot = 0;
  explicit Count(const Class& type) : fields(type.fields.size()) {}
  std::size_t fields;
};

TEST(Derived, IsMadeOnceForAllThreads) {
  static const Class type{"test.Message", "Message", class_of<Stock>().fields, nullptr};
  const Count* seen[4];
  std::vector<std::thread> threads;
  for (const Count*& one : seen) threads.emplace_back([&] { one = &derived<Count>(type); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(seen[0]->fields, 5U);
  for (const Count* one : seen) EXPECT_EQ(one, seen[0]);
}

}  // namespace
}  // namespace wirebed::meta
