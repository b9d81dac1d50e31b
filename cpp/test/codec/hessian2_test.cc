// The Hessian 2 codec of plain structs: identity, other definitions of the same class, conversions that it
// refuses, and bare values.
#include "codec/hessian2.h"

#include <gtest/gtest.h>

#include "codec/hessian2_state.h"
#include "hessian2/value.h"
#include "interop/seeds/stock.plain.h"
#include "interop/types/decimal.plain.h"
#include "interop/types/graph.plain.h"
#include "interop/types/nested.plain.h"
#include "typed.h"

namespace wirebed {
namespace {

using plain::interop::Tree;
using Codec = Typed<Hessian2, Tree>;
using RangeCodec = Typed<Hessian2, plain::interop::Range>;

// Writes objects of Tree with the fields and values that a test wants.
class Written {
 public:
  hessian2::Document document;

  explicit Written(std::vector<std::string> fields = {"name", "branches", "byName"}) {
    type_ = document.NewClass("interop.plain.Tree", std::move(fields));
  }

  hessian2::Object* tree(std::vector<hessian2::Value> values) {
    hessian2::Object* object = document.NewObject(type_);
    object->values = std::move(values);
    return object;
  }

  std::string bytes(const hessian2::Value& root) {
    hessian2::Writer writer;
    hessian2::WriteValue(writer, root);
    return std::string(hessian2_codec::text_of(writer.bytes()));
  }

 private:
  const hessian2::Class* type_;
};

template <class T = Tree>
std::string refusal(std::string_view wire, const Options& options = {}) {
  try {
    Typed<Hessian2, T>::decode(wire, options);
  } catch (const Refusal& refused) {
    return std::to_string(static_cast<int>(refused.stage())) + " " + refused.what();
  }
  return "";
}

const hessian2::Value kNull = hessian2::Null{};

std::shared_ptr<Tree> named(std::string name) {
  auto tree = std::make_shared<Tree>();
  tree->name = std::move(name);
  return tree;
}

TEST(Hessian2Codec, KeepsIdentityInListsAndMaps) {
  Tree root;
  auto leaf = named("leaf");
  root.branches = {leaf, named("other"), leaf, nullptr};
  root.by_name = {{"a", leaf}, {"b", root.branches[1]}};
  leaf->branches = {root.branches[1]};
  const std::string wire = Codec::encode(root, {});
  const auto back = Codec::decode(wire, {});
  ASSERT_EQ(back->branches.size(), 4u);
  EXPECT_EQ(back->branches[0], back->branches[2]);
  EXPECT_EQ(back->branches[3], nullptr);
  EXPECT_EQ(back->by_name["a"], back->branches[0]);
  EXPECT_EQ(back->by_name["b"], back->branches[1]);
  EXPECT_EQ(back->branches[0]->branches[0], back->branches[1]);
  EXPECT_EQ(Codec::encode(*back, {}), wire);
}

TEST(Hessian2Codec, KeepsCycles) {
  const auto root = named("root");
  root->branches = {root};
  const auto back = Codec::decode(Codec::encode(*root, {}), {});
  EXPECT_EQ(back->branches[0], back);
  root->branches.clear();
  back->branches.clear();
}

TEST(Hessian2Codec, MatchesFieldsByName) {
  Written written({"later", "byName", "name", "branches"});
  hessian2::Map* unknown = written.document.NewMap("java.util.TreeMap");
  const auto* leaf = written.tree({kNull, kNull, "leaf", kNull});
  unknown->entries = {{std::string("k"), const_cast<hessian2::Object*>(leaf)}};
  hessian2::List* branches = written.document.NewList();
  branches->values = {const_cast<hessian2::Object*>(leaf), const_cast<hessian2::Object*>(leaf)};
  // The leaf is in the field that is skipped first; the refs to it are still read.
  const auto back = Codec::decode(written.bytes(written.tree({unknown, kNull, "root", branches})), {});
  EXPECT_EQ(back->name, "root");
  ASSERT_EQ(back->branches.size(), 2u);
  EXPECT_EQ(back->branches[0]->name, "leaf");
  EXPECT_EQ(back->branches[0], back->branches[1]);
}

// Hessian 2.0 serialization, 4.8: a map "can represent objects", and an unrecognized key is ignored.
TEST(Hessian2Codec, ReadsATypedMapAsAnObject) {
  Written written;
  hessian2::Map* leaf = written.document.NewMap("interop.plain.Tree");
  leaf->entries = {{1, written.document.NewList()}, {"later", kNull}, {"name", "leaf"}};
  hessian2::List* branches = written.document.NewList();
  branches->values = {leaf, leaf};
  hessian2::Map* root = written.document.NewMap("interop.plain.Tree");
  root->entries = {{"branches", branches}, {"name", "root"}};
  const auto back = Codec::decode(written.bytes(root), {});
  EXPECT_EQ(back->name, "root");
  ASSERT_EQ(back->branches.size(), 2u);
  EXPECT_EQ(back->branches[0]->name, "leaf");
  EXPECT_EQ(back->branches[0], back->branches[1]);
}

TEST(Hessian2Codec, RefusesATypedMapOfAnotherClassOrWithAFieldTwice) {
  Written written;
  hessian2::Map* other = written.document.NewMap("interop.plain.Graph");
  EXPECT_NE(refusal(written.bytes(other)).find("interop.plain.Graph where interop.plain.Tree"),
            std::string::npos);
  EXPECT_NE(refusal(written.bytes(written.document.NewMap())), "");
  hessian2::Map* twice = written.document.NewMap("interop.plain.Tree");
  twice->entries = {{"name", "first"}, {"name", "last"}};
  EXPECT_NE(refusal(written.bytes(twice)).find("the field name of a typed map stands twice"),
            std::string::npos);
}

// A reference to an object where a map is declared is refused, in either form.
TEST(Hessian2Codec, RefusesARefToAnObjectForAMap) {
  Written written({"branches", "byName"});
  hessian2::Map* leaf = written.document.NewMap("interop.plain.Tree");
  hessian2::List* branches = written.document.NewList();
  branches->values = {leaf};
  EXPECT_NE(refusal(written.bytes(written.tree({branches, leaf}))).find("a ref to an object"),
            std::string::npos);
}

TEST(Hessian2Codec, LeavesMissingFieldsEmpty) {
  Written written({"branches"});
  const auto back = Codec::decode(written.bytes(written.tree({written.document.NewList()})), {});
  EXPECT_EQ(back->name, "");
  EXPECT_TRUE(back->by_name.empty());
}

TEST(Hessian2Codec, TheLastOfTwoFieldsOfOneNameCounts) {
  Written written({"name", "name"});
  EXPECT_EQ(Codec::decode(written.bytes(written.tree({"first", "last"})), {})->name, "last");
}

// One list in two places, as Java may write it: the elements are the same objects, but there are two lists.
TEST(Hessian2Codec, ReadsARefToAList) {
  Written written;
  hessian2::List* list = written.document.NewList();
  hessian2::Object* leaf = written.tree({"leaf", kNull, kNull});
  hessian2::Object* inner = written.tree({"inner", list, kNull});
  list->values = {leaf, inner, written.tree({"last", kNull, kNull})};
  const auto back = Codec::decode(written.bytes(written.tree({"root", list, kNull})), {});
  ASSERT_EQ(back->branches.size(), 3u);
  ASSERT_EQ(back->branches[1]->branches.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(back->branches[1]->branches[i], back->branches[i]);
  back->branches[1]->branches.clear();
}

// Its element would have the number of the object that holds the ref.
TEST(Hessian2Codec, RefusesARefToAListOfOtherValues) {
  hessian2::Document document;
  hessian2::Object* graph = document.NewObject(document.NewClass("interop.plain.Graph", {"later", "right"}));
  hessian2::Object* right = document.NewObject(document.NewClass("interop.plain.Node", {"others"}));
  hessian2::List* numbers = document.NewList();
  numbers->values = {std::int32_t{5}};
  right->values = {numbers};
  graph->values = {numbers, right};
  hessian2::Writer writer;
  hessian2::WriteValue(writer, graph);
  const std::string reason = refusal<plain::interop::Graph>(hessian2_codec::text_of(writer.bytes()));
  EXPECT_NE(reason.find("int where object is expected"), std::string::npos) << reason;
}

TEST(Hessian2Codec, TheLastOfTwoEntriesOfOneKeyCounts) {
  Written written;
  hessian2::Map* map = written.document.NewMap();
  hessian2::Object* first = written.tree({"first", kNull, kNull});
  hessian2::Object* last = written.tree({"last", written.document.NewList(), kNull});
  std::get<hessian2::List*>(last->values[1])->values = {first};
  map->entries = {{std::string("k"), first}, {std::string("k"), last}};
  const auto back = Codec::decode(written.bytes(written.tree({"root", kNull, map})), {});
  ASSERT_EQ(back->by_name.size(), 1u);
  EXPECT_EQ(back->by_name["k"]->name, "last");
  EXPECT_EQ(back->by_name["k"]->branches.at(0)->name, "first");  // the map drops it, but the ref refers to it
}

TEST(Hessian2Codec, RefusesOtherTypes) {
  Written written;
  EXPECT_EQ(refusal(written.bytes(written.tree({std::int32_t{5}, kNull, kNull}))),
            "1 offset 43: int where string is expected");
  EXPECT_EQ(refusal(written.bytes(std::string("text"))), "1 offset 0: string where object is expected");
  EXPECT_EQ(refusal("N"), "1 offset 0: null where an object is expected");
  const hessian2::Class* other = written.document.NewClass("interop.plain.Ping", {});
  EXPECT_EQ(refusal(written.bytes(written.document.NewObject(other))),
            "1 offset 21: an object of interop.plain.Ping where interop.plain.Tree is declared");
  EXPECT_EQ(refusal(written.bytes(written.tree({"a", kNull, kNull})) + "N"), "1 offset 47: 1 trailing bytes");
}

TEST(Hessian2Codec, EveryTruncationIsRefused) {
  Tree root;
  root.branches = {named("a"), named("b")};
  root.by_name = {{"c", root.branches[0]}};
  const std::string wire = Codec::encode(root, {});
  for (std::size_t size = 0; size < wire.size(); ++size) EXPECT_NE(refusal(wire.substr(0, size)), "") << size;
}

// A ref to a list copies it. Nested copies end at the depth limit, and successive ones at the limit of what
// is read again.
TEST(Hessian2Codec, RefsDoNotMultiply) {
  Written written;
  hessian2::List* list = written.document.NewList();
  for (int i = 0; i < 1000; ++i) list->values.emplace_back(written.tree({"x", list, kNull}));
  EXPECT_NE(refusal(written.bytes(written.tree({"root", list, kNull}))).find("deeper than"),
            std::string::npos);

  hessian2::List* long_list = written.document.NewList();
  hessian2::List* copies = written.document.NewList();
  for (int i = 0; i < 2000; ++i) {
    long_list->values.emplace_back(kNull);
    copies->values.emplace_back(written.tree({"x", long_list, kNull}));
  }
  EXPECT_NE(refusal(written.bytes(written.tree({"root", copies, kNull}))).find("refs repeat too much"),
            std::string::npos);
}

TEST(Hessian2Codec, ManyMayShareAList) {
  Written written;
  hessian2::List* shared = written.document.NewList();
  shared->values = std::vector<hessian2::Value>(200, kNull);
  hessian2::List* all = written.document.NewList();
  for (int i = 0; i < 1000; ++i) all->values.emplace_back(written.tree({"x", shared, kNull}));
  const auto back = Codec::decode(written.bytes(written.tree({"root", all, kNull})), {});
  EXPECT_EQ(back->branches.back()->branches.size(), 200u);
}

TEST(Hessian2Codec, Envelope) {
  const Options options{{"envelope", "message"}};
  const std::string wire = Codec::encode(Tree(), options);
  EXPECT_EQ(wire.substr(0, 3), std::string("p\x02\0", 3));
  EXPECT_EQ(wire.back(), 'z');
  EXPECT_EQ(Codec::decode(wire, options)->name, "");
  EXPECT_NE(refusal(wire), "");
  EXPECT_THROW(Codec::encode(Tree(), {{"envelope", "call"}}), UnsupportedError);
}

TEST(Hessian2Codec, FloatsThatOthersWriteAsText) {
  plain::interop::Range range;
  range.low = 0.1f;
  std::string wire = RangeCodec::encode(range, {});
  hessian2::Document document = hessian2::ReadDocument(hessian2_codec::bytes_of(wire));
  auto& values = std::get<hessian2::Object*>(document.root)->values;
  const auto rewritten = [&](double low) {
    values[0] = low;
    hessian2::Writer writer;
    hessian2::WriteValue(writer, document.root);
    return std::string(hessian2_codec::text_of(writer.bytes()));
  };
  for (const double low : {0.1, 1.4e-45, 3.4028235e38}) {
    EXPECT_EQ(RangeCodec::decode(rewritten(low), {})->low, static_cast<float>(low));
  }
  for (const double low : {1.0 / 3, 1e300, 3.5e38}) {
    EXPECT_NE(refusal<plain::interop::Range>(rewritten(low)).find("a number that is no float"),
              std::string::npos);
  }
}

TEST(Hessian2Codec, WholeNumbersThatAFloatHolds) {
  plain::interop::Range range;
  std::string wire = RangeCodec::encode(range, {});
  hessian2::Document document = hessian2::ReadDocument(hessian2_codec::bytes_of(wire));
  const auto rewritten = [&](std::int64_t low) {
    std::get<hessian2::Object*>(document.root)->values[0] = low;
    hessian2::Writer writer;
    hessian2::WriteValue(writer, document.root);
    return std::string(hessian2_codec::text_of(writer.bytes()));
  };
  EXPECT_EQ(RangeCodec::decode(rewritten(1 << 24), {})->low, 0x1p24f);
  EXPECT_NE(refusal<plain::interop::Range>(rewritten((1 << 24) + 1)), "");
}

// A BigDecimal as Java's serializer writes it, and ones that are incomplete.
TEST(Hessian2Codec, Decimals) {
  using plain::interop::Decimals;
  hessian2::Document document;
  hessian2::Object* root = document.NewObject(document.NewClass("interop.plain.Decimals", {"value"}));
  const auto written = [&](std::vector<std::string> fields, std::vector<hessian2::Value> values) {
    hessian2::Object* decimal =
        document.NewObject(document.NewClass("java.math.BigDecimal", std::move(fields)));
    decimal->values = std::move(values);
    root->values = {hessian2::Value(decimal)};
    hessian2::Writer writer;
    hessian2::WriteValue(writer, hessian2::Value(root));
    return std::string(hessian2_codec::text_of(writer.bytes()));
  };
  const auto viewed = [&](std::string text) {
    return to_view(*Typed<Hessian2, Decimals>::decode(written({"value"}, {text}), {}));
  };
  EXPECT_NE(viewed("+1e3").find("1E+3"), std::string::npos);
  EXPECT_EQ(viewed("+1e3"), viewed("1E3"));
  EXPECT_NE(refusal<Decimals>(written({}, {})).find("without its field value"), std::string::npos);
  EXPECT_NE(refusal<Decimals>(written({"scale"}, {std::int32_t{1}})).find("without its field value"),
            std::string::npos);
  EXPECT_NE(refusal<Decimals>(written({"value"}, {"1E2147483649"})), "");
  EXPECT_NE(refusal<Decimals>(written({"value"}, {"one"})), "");
  EXPECT_EQ(refusal<Decimals>(written({"value", "value"}, {std::int32_t{1}, "1"})), "");
}

TEST(Hessian2Codec, BareValuesThereAndBack) {
  // A list of itself, an int, a long, and an object that is a key of a map whose value is the list.
  Written written({"f"});
  hessian2::List* list = written.document.NewList("a.Type");
  hessian2::Map* map = written.document.NewMap();
  map->entries = {{written.tree({std::string("\xed\xa0\x80")}), list}};
  list->values = {
      list, std::int32_t{1}, std::int64_t{1}, map, hessian2::Date{5}, hessian2::Binary{1, 2}, true, 0.5};
  const std::string wire = written.bytes(list);
  view::Writer to;
  Hessian2::decode_bare(wire, {}, to);
  view::Reader from(to.bytes);
  EXPECT_EQ(Hessian2::encode_bare(from, {}), wire);
}

// The view repeats the name with each object.
TEST(Hessian2Codec, TheMemoryForABareValueIsLimited) {
  hessian2::Document document;
  const hessian2::Class* type = document.NewClass(std::string(30'000, 'n'), {});
  hessian2::List* list = document.NewList();
  for (int i = 0; i < 3000; ++i) list->values.emplace_back(document.NewObject(type));
  hessian2::Writer writer;
  hessian2::WriteValue(writer, list);
  view::Writer to;
  EXPECT_THROW(Hessian2::decode_bare(hessian2_codec::text_of(writer.bytes()), {}, to), Refusal);
}

}  // namespace
}  // namespace wirebed
