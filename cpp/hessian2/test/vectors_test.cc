// Every outside vector is read as the value it states, written as Caucho writes it, and refused when it is
// truncated.
#include "vectors.h"

#include <gtest/gtest.h>

namespace {

using vectors::Vector;

std::vector<std::uint8_t> Written(const hessian2::Value& value) {
  hessian2::Writer writer;
  hessian2::WriteValue(writer, value);
  return {writer.bytes().begin(), writer.bytes().end()};
}

TEST(Vectors, AreAllThere) { EXPECT_EQ(vectors::Load().size(), 148u); }

TEST(Vectors, ReadAsStated) {
  for (const Vector& vector : vectors::Load()) {
    if (vector.cut()) continue;
    SCOPED_TRACE(vector.name);
    const auto bytes = vectors::FromHex(vector.hex);
    ASSERT_EQ(vectors::Sha256(bytes), vector.sha256);
    const hessian2::Document document = hessian2::ReadDocument(bytes);
    const nlohmann::json expected = vectors::Normal(vector.value);
    const nlohmann::json actual = vectors::ToJson(document.root);
    if (expected.size() > 1 &&
        expected[1].is_object()) {  // a long text or binary, given by its length and its beginning
      const std::string head = expected[1]["head"], all = actual[1];
      EXPECT_EQ(all.substr(0, head.size()), head);
      EXPECT_EQ(all.size(), expected[0] == "binary" ? 2 * expected[1]["len"].get<std::size_t>()
                                                    : expected[1]["utf16_len"].get<std::size_t>());
      continue;
    }
    EXPECT_EQ(actual, expected);
  }
}

TEST(Vectors, CanonicalOnesAreWrittenBack) {
  std::size_t canonical = 0;
  for (const Vector& vector : vectors::Load()) {
    if (vector.cut()) continue;
    SCOPED_TRACE(vector.name);
    const auto bytes = vectors::FromHex(vector.hex);
    const hessian2::Document document = hessian2::ReadDocument(bytes);
    const auto written = Written(document.root);
    // Where the order depends on a Java class or on HashMap, this library keeps the order of the wire.
    if (vector.canonical.value_or(true) && vector.name.find("as printed") == std::string::npos &&
        vector.name.find("O form") == std::string::npos) {
      EXPECT_EQ(vectors::ToHex(written), vector.hex);
    }
    canonical += vector.canonical.value_or(false);
    EXPECT_EQ(vectors::ToJson(hessian2::ReadDocument(written).root), vectors::ToJson(document.root));
  }
  EXPECT_GT(canonical, 100u);
}

// The two vectors that the file truncates: 65536 characters of numbered lines.
TEST(Vectors, LongOnesMatchTheirHash) {
  std::string text;
  for (int i = 0; i < 1024; ++i) {
    char number[8];
    std::snprintf(number, sizeof number, "%03d", i);
    text += number + std::string(" 56789012345678901234567890123456789012345678901234567890123\n");
  }
  text.resize(65536);
  std::size_t found = 0;
  for (const Vector& vector : vectors::Load()) {
    if (!vector.cut()) continue;
    SCOPED_TRACE(vector.name);
    const bool binary = vector.value[0] == "binary";
    const auto written = binary ? Written(hessian2::Binary(text.begin(), text.end())) : Written(text);
    EXPECT_EQ(written.size(), vector.size);
    EXPECT_EQ(vectors::Sha256(written), vector.sha256);
    EXPECT_EQ(Written(hessian2::ReadDocument(written).root), written);
    ++found;
  }
  EXPECT_EQ(found, 2u);
}

TEST(Vectors, TruncatedAndTrailingBytesAreRefused) {
  for (const Vector& vector : vectors::Load()) {
    if (vector.cut()) continue;
    SCOPED_TRACE(vector.name);
    auto bytes = vectors::FromHex(vector.hex);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      EXPECT_THROW(hessian2::ReadDocument(std::span(bytes).first(size)), hessian2::Error) << size;
    }
    bytes.push_back('N');
    EXPECT_THROW(hessian2::ReadDocument(bytes), hessian2::Error);
  }
}

}  // namespace
