// What the reader refuses, where and why; false claims, which reserve nothing; and reading again.
#include "hessian2/reader.h"

#include <gtest/gtest.h>

#include "heap.h"
#include "vectors.h"

namespace {

using heap::allocated;
using hessian2::Error;
using hessian2::Reader;
using vectors::FromHex;

// The reason to refuse these bytes, or "" if they are accepted.
std::string Refusal(std::string_view hex, hessian2::Limits limits = {}) {
  const auto bytes = FromHex(hex);
  std::string reason;
  try {
    hessian2::ReadDocument(bytes, limits);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kMalformed);
    reason = error.what();
  }
  // Skipping must refuse the same bytes for the same reason.
  try {
    Reader reader(bytes, limits);
    reader.Skip();
    reader.Finish();
    EXPECT_EQ(reason, "");
  } catch (const Error& error) {
    EXPECT_EQ(error.what(), reason);
  }
  return reason;
}

std::string Text(std::string_view hex) {
  const auto bytes = FromHex(hex);
  Reader reader(bytes);
  std::string text;
  reader.ReadString(text);
  reader.Finish();
  return text;
}

TEST(Reader, RefusesWithOffsetAndReason) {
  EXPECT_EQ(Refusal(""), "offset 0: the input ends within a value");
  EXPECT_EQ(Refusal("40"), "offset 0: reserved lead byte 40");
  EXPECT_EQ(Refusal("45"), "offset 0: reserved lead byte 45");
  EXPECT_EQ(Refusal("7a9047"), "offset 2: reserved lead byte 47");
  EXPECT_EQ(Refusal("50"), "offset 0: reserved lead byte 50");
  EXPECT_EQ(Refusal("5a"), "offset 0: an end where a value is expected");
  EXPECT_EQ(Refusal("4801615a"), "offset 3: an end where a value is expected");
  EXPECT_EQ(Refusal("9091"), "offset 1: 1 trailing bytes");
  EXPECT_EQ(Refusal("0561"), "offset 2: the input ends within a string");
  EXPECT_EQ(Refusal("4900"), "offset 2: the input ends within an int");
  EXPECT_EQ(Refusal("410001aa"), "offset 4: the input ends within a binary");
  EXPECT_EQ(Refusal("410001aa90"), "offset 4: no binary chunk where one is expected");
  EXPECT_EQ(Refusal("5200016190"), "offset 4: no string chunk where one is expected");
  EXPECT_EQ(Refusal("785190"), "offset 1: 2 trailing bytes");
  EXPECT_EQ(Refusal("795190"), "");
  EXPECT_EQ(Refusal("795191"), "offset 1: ref 1 of 1");
  EXPECT_EQ(Refusal("79518f"), "offset 1: ref -1 of 1");
  EXPECT_EQ(Refusal("795161"), "offset 2: no int where a ref is expected");
  EXPECT_EQ(Refusal("60"), "offset 0: class 0 of 0");
  EXPECT_EQ(Refusal("430143904f91"), "offset 4: class 1 of 1");
  EXPECT_EQ(Refusal("4301438f60"), "offset 3: negative a number of fields");
  EXPECT_EQ(Refusal("430143bf60"), "offset 3: a number of fields 47 is beyond the end of the input");
  EXPECT_EQ(Refusal("4390"), "offset 1: no string where a class name is expected");
  EXPECT_EQ(Refusal("7090"), "offset 1: type 0 of 0");
  EXPECT_EQ(Refusal("7000"), "");
  EXPECT_EQ(Refusal("4d005a"), "");
  EXPECT_EQ(Refusal("7a70007090"), "");  // the empty name has a number, too
  EXPECT_EQ(Refusal("7951e0"), "offset 2: no int where a ref is expected");
  EXPECT_EQ(Refusal("430141904fe0"), "offset 5: no int where a class is expected");
  EXPECT_EQ(Refusal("58e0"), "offset 1: no int where a number of values is expected");
  EXPECT_EQ(Refusal("58497fffffff"),
            "offset 1: a number of values 2147483647 is beyond the end of the input");
  EXPECT_EQ(Refusal("588f"), "offset 1: negative a number of values");
  EXPECT_EQ(Refusal("7f90"), "offset 0: the list is longer than the input");
  EXPECT_EQ(Refusal("5790"), "offset 2: the input ends within a list or map");
}

TEST(Reader, Text) {
  EXPECT_EQ(Text("02eda0bdedb880"), "\xf0\x9f\x98\x80");
  EXPECT_EQ(Text("0361eda08062"),
            "a\xed\xa0\x80"
            "b");
  // two surrogates in the wrong order are not a pair
  EXPECT_EQ(Text("02edb880eda0bd"), "\xed\xb8\x80\xed\xa0\xbd");
  EXPECT_EQ(Text("03eda0bdeda0bdedb880"), "\xed\xa0\xbd\xf0\x9f\x98\x80");
  EXPECT_EQ(Text("5200036162c3a903c3a96162"),
            "ab\xc3\xa9\xc3\xa9"
            "ab");
  EXPECT_EQ(Text("520001615200000162"), "ab");
  EXPECT_EQ(Text("520001eda0bd0161"),
            "\xed\xa0\xbd"
            "a");
  EXPECT_EQ(Refusal("520001eda0bd01edb880"), "offset 6: a string chunk splits a surrogate pair");
  EXPECT_EQ(Refusal("520001eda0bd52000001edb880"), "offset 9: a string chunk splits a surrogate pair");
  EXPECT_EQ(Refusal("01f09f9880"), "offset 1: not a UTF-16 unit in CESU-8");
  EXPECT_EQ(Refusal("02f09f9880"), "offset 1: not a UTF-16 unit in CESU-8");
  EXPECT_EQ(Refusal("01c080"), "offset 1: not a UTF-16 unit in CESU-8");
  EXPECT_EQ(Refusal("018061"), "offset 1: not a UTF-16 unit in CESU-8");
  EXPECT_EQ(Refusal("01e282"), "offset 3: the input ends within a string");
  EXPECT_EQ(Refusal("01806161"), "offset 1: not a UTF-16 unit in CESU-8");
  EXPECT_EQ(Refusal("01ff6161"), "offset 1: not a UTF-16 unit in CESU-8");
}

TEST(Reader, NamesTheKindThatItFinds) {
  const auto bytes = FromHex("430143905490");
  Reader reader(bytes);
  try {
    reader.ReadInt();
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kMismatch);
    EXPECT_STREQ(error.what(), "offset 4: bool where int is expected");
  }
  EXPECT_TRUE(reader.ReadBool());  // the value is still unread
  std::string text;
  EXPECT_THROW(reader.ReadString(text), Error);
  EXPECT_EQ(reader.ReadLong(), 0);  // an int is a long
  reader.Finish();
  const auto longs = FromHex("e0");
  EXPECT_THROW(Reader(longs).ReadInt(), Error);  // but not the reverse
}

TEST(Reader, WholeNumbersThatADoubleHolds) {
  const auto read = [](std::string_view hex) {
    const auto bytes = FromHex(hex);
    Reader reader(bytes);
    const double value = reader.ReadDouble();
    reader.Finish();
    return value;
  };
  EXPECT_EQ(read("90"), 0);
  EXPECT_EQ(read("4980000000"), -0x1p31);
  EXPECT_EQ(read("4c0020000000000000"), 0x1p53);
  EXPECT_EQ(read("4c8000000000000000"), -0x1p63);
  EXPECT_EQ(read("430141904c7ffffffffffffc00"), 0x1p63 - 1024);
  EXPECT_THROW(read("4c0020000000000001"), Error);
  EXPECT_THROW(read("4c7fffffffffffffff"), Error);  // the nearest double is 2^63
}

TEST(Reader, Depth) {
  const auto nested = [](std::size_t depth) {
    std::string hex;
    for (std::size_t i = 1; i < depth; ++i) hex += "79";
    return hex + "78";
  };
  EXPECT_EQ(Refusal(nested(512)), "");
  EXPECT_EQ(Refusal(nested(513)), "offset 512: deeper than 512 levels");
  EXPECT_EQ(Refusal(nested(3), {.depth = 2}), "offset 2: deeper than 2 levels");
  EXPECT_EQ(Refusal(nested(1000000)), "offset 512: deeper than 512 levels");
  std::string maps, definitions;
  for (int i = 0; i < 2000; ++i) maps += "4890", definitions += "43014390";
  EXPECT_EQ(Refusal(maps), "offset 1024: deeper than 512 levels");
  EXPECT_EQ(Refusal(definitions + "60"), "");
}

TEST(Reader, ClaimsReserveNothing) {
  for (const char* hex : {"58497fffffff", "56045b696e74497fffffff", "430143497fffffff", "52ffff61",
                          "53ffff61", "33ff61", "41ffff61", "42ffff61", "37ff61", "7f", "77045b696e74",
                          "51497fffffff", "4f497fffffff", "70497fffffff"}) {
    const auto bytes = FromHex(hex);
    allocated = 0;
    EXPECT_THROW(hessian2::ReadDocument(bytes), Error) << hex;
    EXPECT_LT(allocated, 8192u) << hex;
  }
}

// Nested lists that each claim all the bytes that are left must take only a constant times the input.
TEST(Reader, NestedClaimsReserveNothing) {
  std::vector<std::uint8_t> bytes;
  for (int i = 0; i < 500; ++i) {
    const auto head = FromHex("58490000ffff");
    bytes.insert(bytes.end(), head.begin(), head.end());
  }
  bytes.resize(70000, 0x90);
  allocated = 0;
  EXPECT_THROW(hessian2::ReadDocument(bytes), Error);
  EXPECT_LT(allocated, 200 * bytes.size());
}

// The limit includes the entry in the list around it, also while that grows.
TEST(Reader, EmptyListsTakeLessThan64BytesEach) {
  for (const std::size_t count : {2000000u, (1u << 21) + 1}) {
    std::vector<std::uint8_t> bytes(count + 2, 'x');
    bytes.front() = 'W', bytes.back() = 'Z';
    const std::size_t before = heap::held;
    heap::peak = before;
    const hessian2::Document document = hessian2::ReadDocument(bytes);
    EXPECT_EQ(std::get<hessian2::List*>(document.root)->values.size(), count);
    EXPECT_LT((heap::peak - before) / count, 64u);
    RecordProperty("bytes_of_" + std::to_string(count), static_cast<int>((heap::peak - before) / count));
    std::printf("%zu empty lists: %.1f bytes each\n", count, double(heap::peak - before) / double(count));
  }
}

// Thousands of lists and maps that refer to a type by its number share its text.
TEST(Reader, TypesAreKeptOnce) {
  auto bytes = FromHex("5770534e20");
  bytes.resize(bytes.size() + 20000, 't');
  for (int i = 0; i < 5000; ++i) {
    for (const std::uint8_t byte : FromHex("70904d905a")) bytes.push_back(byte);
  }
  bytes.push_back('Z');
  allocated = 0;
  const hessian2::Document document = hessian2::ReadDocument(bytes);
  EXPECT_LT(allocated, 200 * bytes.size());
  const auto& values = std::get<hessian2::List*>(document.root)->values;
  ASSERT_EQ(values.size(), 10001u);
  EXPECT_EQ(std::get<hessian2::Map*>(values.back())->type, std::string(20000, 't'));
  static_assert(!std::is_copy_constructible_v<hessian2::Document>, "its values point into it");
}

TEST(Reader, ReadsAgain) {
  // A list in an object that is skipped, and a ref to it; the class definition is in the skipped part.
  const auto bytes = FromHex(
      "7b79430143910166607a92935192"
      "95");
  Reader reader(bytes);
  EXPECT_EQ(reader.ReadList().count, 3);
  reader.Skip();
  EXPECT_EQ(reader.next_ref(), 4u);
  const std::uint32_t ref = reader.ReadRef();
  EXPECT_EQ(ref, 2u);
  const Reader::Place place = reader.Rewind(ref);
  EXPECT_EQ(reader.class_at(reader.ReadObject()).name, "C");
  EXPECT_EQ(reader.ReadList().count, 2);
  EXPECT_EQ(reader.ReadInt(), 2);
  reader.Skip();
  reader.Leave();
  reader.Leave();
  EXPECT_EQ(reader.next_ref(), 4u);
  reader.Resume(place);
  EXPECT_EQ(reader.class_count(), 1u);
  EXPECT_EQ(reader.ReadInt(), 5);
  reader.Finish();
}

TEST(Reader, LimitsWhatIsReadAgain) {
  std::vector<std::uint8_t> bytes(10000, 0x90);
  bytes[0] = 'X', bytes[1] = 0xd4, bytes[2] = 9995 >> 8, bytes[3] = 9995 & 255;
  Reader reader(bytes);
  reader.Skip();
  const auto again = [&] {
    const Reader::Place place = reader.Rewind(0);
    reader.Skip();
    reader.Resume(place);
  };
  // The limit is a mebibyte plus 16 times the input.
  for (int i = 0; i < 104 + 16; ++i) again();
  EXPECT_THROW(again(), Error);
}

TEST(Reader, Envelope) {
  const auto bytes = FromHex("700200907a");
  Reader reader(bytes);
  reader.ReadMessageStart();
  EXPECT_EQ(reader.ReadInt(), 0);
  reader.ReadMessageEnd();
  reader.Finish();
  for (const char* bad : {"7002", "480200907a", "700201907a"}) {
    const auto other = FromHex(bad);
    EXPECT_THROW(Reader(other).ReadMessageStart(), Error);
  }
}

}  // namespace
