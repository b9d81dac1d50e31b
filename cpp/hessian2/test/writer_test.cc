// Bytes that com.caucho:hessian 4.0.66 writes, beyond the vectors: chunks, its 8 KiB buffer, class
// definitions, refs.
#include "hessian2/writer.h"

#include <gtest/gtest.h>

#include <cmath>

#include "hessian2/reader.h"
#include "vectors.h"

namespace {

using hessian2::Writer;

std::string Hex(const Writer& writer) { return vectors::ToHex(writer.bytes()); }

template <class Write>
std::string Hex(Write write) {
  Writer writer;
  write(writer);
  return Hex(writer);
}

std::string Doubled(double value) {
  return Hex([&](Writer& writer) { writer.Double(value); });
}

// The heads of the chunks of a text or binary value, as "528000 0161...": lead and length only.
std::string Heads(std::span<const std::uint8_t> bytes) {
  std::string heads;
  for (std::size_t i = 0; i < bytes.size();) {
    const std::uint8_t lead = bytes[i];
    std::size_t head = 1, units = lead;
    if (lead == 'A' || lead == 'B' || lead == 'R' || lead == 'S') {
      head = 3, units = bytes[i + 1] * 256u + bytes[i + 2];
    } else if (lead >= 0x30) {
      head = 2, units = (lead & 3u) * 256u + bytes[i + 1];
    } else if (lead >= 0x20) {
      units = lead - 0x20u;
    }
    heads += vectors::ToHex(bytes.subspan(i, head)) + " ";
    i += head;
    if (lead >= 0x20 && lead != 'R' && lead != 'S' && !(lead >= 0x30 && lead < 0x34)) {
      i += units;
      continue;
    }
    for (; units > 0; --units) i += bytes[i] < 0x80 ? 1 : bytes[i] < 0xe0 ? 2 : 3;
  }
  return heads;
}

std::string TextHeads(const std::string& text) {
  Writer writer;
  writer.String(text);
  hessian2::Reader reader(writer.bytes());
  std::string back;
  reader.ReadString(back);
  EXPECT_EQ(back, text);
  return Heads(writer.bytes());
}

std::string Repeat(std::string_view text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

constexpr std::string_view kEmoji = "\xf0\x9f\x98\x80";

TEST(Writer, Doubles) {
  EXPECT_EQ(Doubled(0.7), "443fe6666666666666");  // 0.001 * 700 is another double
  EXPECT_EQ(Doubled(65.536), "5f00010000");
  EXPECT_EQ(Doubled(2147483.647), "5f7fffffff");
  EXPECT_EQ(Doubled(2147483.648), "444140624dd2f1a9fc");
  EXPECT_EQ(Doubled(-2147483.648), "5f80000000");
  EXPECT_EQ(Doubled(32768), "5f01f40000");
  EXPECT_EQ(Doubled(1e9), "4441cdcd6500000000");
  EXPECT_EQ(Doubled(-0.0), "5b");
  EXPECT_EQ(Doubled(0.1f), "443fb99999a0000000");
  EXPECT_EQ(Doubled(INFINITY), "447ff0000000000000");
  EXPECT_EQ(Doubled(-INFINITY), "44fff0000000000000");
  EXPECT_EQ(Doubled(std::nan("0x12345")), "447ff8000000000000");
  EXPECT_EQ(Doubled(1e300), "447e37e43c8800759c");
  EXPECT_EQ(Doubled(5e-324), "440000000000000001");
}

TEST(Writer, Dates) {
  const auto date = [](std::int64_t value) { return Hex([&](Writer& writer) { writer.Date(value); }); };
  EXPECT_EQ(date(-60000), "4bffffffff");
  EXPECT_EQ(date(-1), "4affffffffffffffff");
  EXPECT_EQ(date(128849018820000), "4b7fffffff");
  EXPECT_EQ(date(128849018880000), "4a0000753000000000");
  EXPECT_EQ(date(-128849018880000), "4b80000000");
  EXPECT_EQ(date(-128849018940000), "4affff8acfffff15a0");
}

TEST(Writer, TextInChunks) {
  EXPECT_EQ(TextHeads(Repeat("a", 32767)), "537fff ");
  EXPECT_EQ(TextHeads(Repeat("a", 32768)), "538000 ");
  EXPECT_EQ(TextHeads(Repeat("a", 32769)), "528000 01 ");
  EXPECT_EQ(TextHeads(Repeat("a", 32800)), "528000 3020 ");
  EXPECT_EQ(TextHeads(Repeat("a", 33791)), "528000 33ff ");
  EXPECT_EQ(TextHeads(Repeat("a", 33792)), "528000 530400 ");
  EXPECT_EQ(TextHeads(Repeat("a", 65536)), "528000 538000 ");
  EXPECT_EQ(TextHeads(Repeat("a", 70000)), "528000 528000 531170 ");
  EXPECT_EQ(TextHeads(Repeat("a", 32767) + std::string(kEmoji) + "bbbbb"), "527fff 07 ");
  EXPECT_EQ(TextHeads(Repeat(kEmoji, 32769)), "528000 528000 02 ");
  EXPECT_EQ(TextHeads(Repeat("\xe2\x82\xac", 32769)), "528000 01 ");
  // A high surrogate never ends a chunk, even one without a partner.
  EXPECT_EQ(TextHeads(Repeat("a", 32767) + "\xed\xa0\x80" + "bb"), "527fff 03 ");
}

TEST(Writer, Surrogates) {
  const auto text = [](std::string_view value) { return Hex([&](Writer& writer) { writer.String(value); }); };
  EXPECT_EQ(text(kEmoji), "02eda0bdedb880");
  EXPECT_EQ(text("a\xed\xa0\x80"
                 "b"),
            "0361eda08062");
  EXPECT_EQ(text(std::string_view("a\0b", 3)), "03610062");
  for (const char* bad : {"\xff", "a\xc3", "\xc0\x80", "\xe0\x80\x80", "\xf4\x90\x80\x80", "\xf0\x8f\xbf\xbf",
                          "\xed\xa0\xbd\xed\xb8\x80"}) {
    EXPECT_THROW(text(bad), hessian2::Error) << bad;
  }
}

TEST(Writer, BinaryAtTopLevel) {
  const auto heads = [](std::size_t size) {
    Writer writer;
    writer.Binary(std::vector<std::uint8_t>(size, 7));
    return Heads(writer.bytes());
  };
  EXPECT_EQ(heads(15), "2f ");
  EXPECT_EQ(heads(1023), "37ff ");
  EXPECT_EQ(heads(1024), "420400 ");
  EXPECT_EQ(heads(8189), "421ffd ");
  EXPECT_EQ(heads(8190), "411ffd 21 ");
  EXPECT_EQ(heads(8200), "411ffd 2b ");
  EXPECT_EQ(heads(20000), "411ffd 411ffd 420e26 ");
  EXPECT_EQ(heads(65535), Repeat("411ffd ", 8) + "3417 ");
}

// The chunks depend on the fill of Caucho's buffer.
TEST(Writer, BinaryAfterOtherBytes) {
  const auto heads = [](std::size_t size) {
    Writer writer;
    writer.Object(hessian2::Shape("facts.Facts$FBy", {"f"}));
    const std::size_t before = writer.bytes().size();
    EXPECT_EQ(before, 21u);
    writer.Binary(std::vector<std::uint8_t>(size, 7));
    return Heads(writer.bytes().subspan(before));
  };
  EXPECT_EQ(heads(8160), "421fe0 ");
  EXPECT_EQ(heads(8170), "411fe8 22 ");
  EXPECT_EQ(heads(9000), "411fe8 3740 ");
  EXPECT_EQ(heads(20000), "411fe8 411ffd 420e3b ");

  Writer list;
  list.List(3);
  for (int i = 0; i < 3; ++i) list.Binary(std::vector<std::uint8_t>(5000, 7));
  EXPECT_EQ(Heads(list.bytes().subspan(1)), "421388 410c71 420717 421388 ");
}

TEST(Writer, ListsAndTypes) {
  EXPECT_EQ(Hex([](Writer& writer) {
              writer.List(4);
              writer.List(1, "[int"), writer.Int(1);
              writer.List(1, "[int"), writer.Int(2);
              writer.List(1, "[string"), writer.String("x");
              writer.List(8, "[int");
            }),
            "7c71045b696e749171909271075b737472696e670178"
            "569098");
  // With many types, the table is no longer searched in order.
  std::vector<std::string> types;
  for (int i = 0; i < 100; ++i) types.push_back("t" + std::to_string(i));
  Writer writer;
  for (const std::string& type : types) writer.List(0, type);
  const std::size_t before = writer.bytes().size();
  for (const std::string& type : types) writer.List(0, type);
  writer.Map(types[99]);
  EXPECT_EQ(vectors::ToHex(writer.bytes().subspan(before, 2)), "7090");
  EXPECT_EQ(vectors::ToHex(writer.bytes().last(3)), "4dc863");
}

TEST(Writer, RefsCountEmptyLists) {
  int first = 0, second = 0;
  EXPECT_EQ(Hex([&](Writer& writer) {
              writer.List(3);
              writer.List(0);
              EXPECT_FALSE(writer.Ref(&first));
              writer.List(1), writer.Int(7);
              EXPECT_TRUE(writer.Ref(&first));
              EXPECT_FALSE(writer.Ref(&second));
            }),
            "7b7879975192");
}

TEST(Writer, ManyRefsAndClearing) {
  std::vector<int> objects(5000);
  Writer writer;
  for (int round = 0; round < 3; ++round) {
    writer.Clear();
    for (int& object : objects) {
      ASSERT_FALSE(writer.Ref(&object));
      writer.List(0);
    }
    for (int& object : objects) ASSERT_TRUE(writer.Ref(&object));
  }
  EXPECT_EQ(vectors::ToHex(writer.bytes().last(4)), "51d41387");
}

// The seventeenth class needs the long form. A definition that crosses the end of the buffer is written in
// pieces.
TEST(Writer, Classes) {
  std::vector<hessian2::Shape> shapes;
  for (int i = 0; i < 17; ++i) shapes.emplace_back("C", std::vector<std::string_view>{"f"});
  Writer writer;
  for (const auto& shape : shapes) writer.Object(shape);
  EXPECT_EQ(vectors::ToHex(writer.bytes().last(8)),
            "43014391"
            "0166"
            "4fa0");
  writer.Object(shapes[16]);
  EXPECT_EQ(vectors::ToHex(writer.bytes().last(2)), "4fa0");
  for (std::size_t size = 8140; size < 8200; ++size) {
    Writer crossing;
    crossing.String(std::string(size, 'x'));
    crossing.Object(shapes[0]);
    crossing.Null();
    EXPECT_EQ(vectors::ToHex(crossing.bytes().last(8)),
              "43014391016660"
              "4e")
        << size;
  }
}

}  // namespace
