// cereal: the bytes of its own functions, identity, and false claims in hostile bytes.
#include "codec/cereal.h"

#include <gtest/gtest.h>

#include <cereal/types/map.hpp>
#include <cereal/types/memory.hpp>
#include <cereal/types/string.hpp>
#include <cereal/types/vector.hpp>

#include "interop/seeds/stock.plain.h"
#include "interop/seeds/testobject.plain.h"
#include "interop/types/graph.plain.h"
#include "interop/types/nested.plain.h"
#include "interop/types/presence.plain.h"
#include "typed.h"

namespace wirebed {
namespace {

using namespace std::string_literals;
using plain::interop::Explicit;
using plain::interop::Graph;
using plain::interop::Node;
using plain::interop::Stock;
using plain::interop::Testobject;
using plain::interop::Tower;

template <class T>
std::string written(const T& object) {
  return Typed<Cereal, T>::encode(object, {});
}

template <class T>
std::shared_ptr<T> read(std::string_view wire) {
  return Typed<Cereal, T>::decode(wire, {});
}

template <class T>
std::string refusal(std::string_view wire) {
  try {
    read<T>(wire);
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

std::string size(std::uint64_t value) { return std::string(reinterpret_cast<const char*>(&value), 8); }

// Little-endian, then the root, which is the first object.
const std::string kHead = "\x01\x01\x00\x00\x80"s;

Testobject article() {
  Testobject object;
  object.a = "abc";
  object.b = 100;
  object.c = 42;
  return object;
}

TEST(Cereal, WritesMembersInOrderOfDeclaration) {
  EXPECT_EQ(written(article()), kHead + size(3) + "abc" + "d\0\0\0"s + size(42));
}

// A class as a user of cereal writes it, without our code.
struct ByHand {
  std::string name;
  std::shared_ptr<ByHand> next;
  std::vector<std::shared_ptr<ByHand>> others;
  std::map<std::string, std::shared_ptr<ByHand>> by_name;
  std::vector<std::shared_ptr<ByHand>> array;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(name, next, others, by_name, array);
  }
};

TEST(Cereal, IsReadByAClassWrittenByHand) {
  auto leaf = std::make_shared<Node>();
  leaf->name = "leaf";
  Node root;
  root.name = "root";
  root.next = leaf;
  root.others = {nullptr, leaf};
  root.by_name = {{"a", leaf}, {"b", nullptr}};
  const std::string wire = written(root);

  std::istringstream in(wire);
  cereal::PortableBinaryInputArchive reader(in);
  std::shared_ptr<ByHand> back;
  reader(back);
  EXPECT_EQ(back->name, "root");
  EXPECT_EQ(back->next->name, "leaf");
  EXPECT_EQ(back->others[1], back->next);
  EXPECT_EQ(back->by_name["a"], back->next);

  std::ostringstream out;
  cereal::PortableBinaryOutputArchive writer(out);
  writer(back);
  EXPECT_EQ(out.str(), wire);
  EXPECT_EQ(written(*read<Node>(out.str())), wire);
}

TEST(Cereal, KeepsIdentityAndCycles) {
  const auto root = std::make_shared<Node>();
  root->next = std::make_shared<Node>();
  root->next->next = root;
  root->others = {root->next, root->next};
  const auto back = read<Node>(written(*root));
  EXPECT_EQ(back->next->next, back);
  EXPECT_EQ(back->others[0], back->next);
  EXPECT_EQ(back->others[1], back->next);
  std::vector<Object> parts;
  unlink(*root, parts);
  unlink(*back, parts);
}

TEST(Cereal, DistinguishesAbsentFromEmpty) {
  Explicit object;
  object.text = "";
  object.number = 0;
  const auto back = read<Explicit>(written(object));
  EXPECT_EQ(back->text, "");
  EXPECT_EQ(back->number, 0);
  EXPECT_EQ(back->flag, std::nullopt);
}

TEST(Cereal, ReadsTheOtherOrderOfBytes) {
  const auto back = read<Testobject>(
      "\x00\x80\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x03"
      "abc\x00\x00\x00\x64\x00\x00\x00\x00\x00\x00\x00\x2a"s);
  EXPECT_EQ(back->a, "abc");
  EXPECT_EQ(back->b, 100);
  EXPECT_EQ(back->c, 42);
}

TEST(Cereal, RefusesTruncatedAndTrailingBytes) {
  const std::string wire = written(article());
  for (std::size_t end = 0; end < wire.size(); ++end) {
    EXPECT_NE(refusal<Testobject>(wire.substr(0, end)), "") << end;
  }
  EXPECT_EQ(refusal<Testobject>(wire + "\0"s), "1 bytes behind the value");
}

TEST(Cereal, RefusesFalseClaims) {
  for (const std::uint64_t claim : {std::uint64_t{9}, std::uint64_t{1} << 40, ~std::uint64_t{0}}) {
    const std::string said = "a size of " + std::to_string(claim) + " where 8 bytes are left";
    EXPECT_EQ(refusal<Testobject>(kHead + size(claim) + "12345678"), said);
    EXPECT_EQ(refusal<Graph>(kHead + size(claim) + "12345678"), said);
  }
  // Numbers are of four bytes each.
  EXPECT_EQ(refusal<Graph>(kHead + size(0) + size(3) + "12345678"), "a size of 3 where 8 bytes are left");
}

TEST(Cereal, AllocatesObjectsOnlyAsTheyAreRead) {
  // Each claim could be true of all the bytes after it, but not all of them together.
  std::string wire = kHead;
  for (int depth = 0; depth < 2000; ++depth) {
    // name, next, the claim of others, and the first of them
    wire += size(0) + "\0\0\0\0"s + size(20'000) + "\x02\x00\x00\x80"s;
  }
  wire += std::string(20'000, '\0');
  EXPECT_NE(refusal<Node>(wire), "");
}

TEST(Cereal, RefusesAPointerToAnotherClass) {
  // A Stock whose fifty_two_week_range is the root.
  const std::string wire = kHead + size(0) + "\0\0\0\0"s + "\0\0\0\0"s + "\1\0\0\0"s + size(0);
  EXPECT_EQ(refusal<Stock>(wire), "a pointer to an object of another class");
  EXPECT_EQ(refusal<Tower>(kHead + "\0\0\0\0"s + "\7\0\0\0"s),
            "a pointer to the object 7, which is not there");
  EXPECT_EQ(refusal<Tower>("\1\0\0\0\0"s), "null where an object is expected");
}

TEST(Cereal, RefusesAnInvalidBool) { EXPECT_EQ(refusal<Explicit>(kHead + "\2"), "a bool of 2"); }

TEST(Cereal, RefusesADuplicateKey) {
  const std::string entry = size(1) + "k" + "\0\0\0\0"s;
  EXPECT_EQ(refusal<Node>(kHead + size(0) + "\0\0\0\0"s + size(0) + size(2) + entry + entry + size(0)),
            "a key stands twice in a map");
}

TEST(Cereal, SurvivesDeepNesting) {
  std::string wire = "\x01";
  for (int depth = 0; depth < 30'000; ++depth) wire += "\x01\x00\x00\x80"s + "\0\0\0\0"s;
  EXPECT_EQ(refusal<Tower>(wire), "the objects are nested too deep");
}

}  // namespace
}  // namespace wirebed
