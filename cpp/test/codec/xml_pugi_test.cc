// XStream's documents with pugixml: that of the article, references, and hostile documents.
#include <gtest/gtest.h>

#include <chrono>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "codec/xstream_text.h"
#include "support.h"

namespace wirebed {
namespace {

using test::seen;
using test::written;

std::string xml(const std::string& message, const std::string& text) {
  return written("xml/pugixml", message, text);
}

std::string from_xml(const std::string& message, std::string_view text) {
  return seen("xml/pugixml", message, text);
}

std::string node(const std::string& inside) {
  return "<interop.plain.Node>" + inside + "</interop.plain.Node>";
}

bool is_refused(const std::string& message, std::string_view text) {
  // The time that this process works, however busy the machine is.
  const std::clock_t start = std::clock();
  const bool refused = from_xml(message, text).starts_with("PARSE");
  EXPECT_LT(std::clock() - start, CLOCKS_PER_SEC);
  return refused;
}

// The text of a member in a line of JSON without escapes.
std::string member(const std::string& line, const std::string& name) {
  const std::string start = "\"" + name + "\": \"";
  const std::size_t at = line.find(start) + start.size();
  return line.substr(at, line.find('"', at) - at);
}

TEST(Xml, WritesXStreamsDocument) {
  EXPECT_EQ(xml("interop.Testobject", R"(a: "<&>" b: -1 c: 42)"),
            "<com.robert__franz.serialize.Testobject>\n  <a>&lt;&amp;&gt;</a>\n  <b>-1</b>\n  <c>42</c>\n"
            "</com.robert__franz.serialize.Testobject>\n");
  EXPECT_EQ(xml("interop.Range", "low: 17.05 high: 1e10"),
            "<Range>\n  <low>17.05</low>\n  <high>1.0E10</high>\n</Range>\n");
}

TEST(Xml, ReadsTheArticles1837Characters) {
  const std::filesystem::path folder = WIREBED_FIXTURES "/golden/Stock/article_xml/xml";
  bool found = false;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    std::ostringstream text;
    text << std::ifstream(file.path()).rdbuf();
    if (text.str().size() != 1837) continue;
    found = true;
    const std::string stock = from_xml("interop.Stock", text.str());
    EXPECT_EQ(stock.find("symbol: \"ABCD\" target_price: 25 todays_price { open: "), 0u) << stock;
    EXPECT_NE(stock.find("date { seconds: 160500765 nanos: 761000000 }"), std::string::npos) << stock;
  }
  EXPECT_TRUE(found);
}

TEST(Xml, KeepsReferences) {
  const Result cycle = test::decode("xml/pugixml", "interop.Node", node("<next reference=\"..\"/>"));
  EXPECT_TRUE(cycle.has_decoded()) << cycle.ShortDebugString();
  const std::string shared = node(
      "<next><name>a</name></next><byName><entry><string>k</string>"
      "<interop.plain.Node reference=\"../../../next\"/></entry></byName>");
  EXPECT_NE(from_xml("interop.Node", shared).find(R"(key: "k" value { name: "a" })"), std::string::npos);
  const std::string second = node(
      "<others><interop.plain.Node/><interop.plain.Node><name>b</name></interop.plain.Node>"
      "<interop.plain.Node reference=\"../interop.plain.Node[2]\"/></others>");
  EXPECT_NE(from_xml("interop.Node", second).find(R"(others { name: "b" } others { name: "b" })"),
            std::string::npos);
}

TEST(Xml, RefusesReferencesToNothing) {
  for (const char* const inside :
       {"<next reference=\"next\"/>", "<others/><next reference=\"../others\"/>",
        "<next reference=\"../others\"/><others/>", "<next reference=\"/interop.plain.Node\"/>",
        "<next reference=\"../interop.plain.Node[0]\"/>", "<next reference=\"../../..\"/>",
        "<next reference=\"\"/>", "<next reference=\"..\" class=\"interop.plain.Node\"/>"}) {
    EXPECT_TRUE(is_refused("interop.Node", node(inside))) << inside;
  }
}

TEST(Xml, CopiesNoMoreThanTheDocumentHolds) {
  std::string inside = "<others>";
  for (int i = 0; i < 2000; ++i) inside += "<interop.plain.Node/>";
  inside += "</others>";
  std::string deeper;
  for (int i = 0; i < 2000; ++i)
    deeper += "<interop.plain.Node><others reference=\"../../../others\"/></interop.plain.Node>";
  EXPECT_TRUE(is_refused("interop.Node", node(inside + "<array>" + deeper + "</array>")));
}

TEST(Xml, CopiesAreAsLargeAsTheirTexts) {
  const auto shared = [](std::size_t key, int times) {
    const auto value = [](const std::string& fields) {
      return "<google.protobuf.plain.Value><structValue>" + fields +
             "</structValue></google.protobuf.plain.Value>";
    };
    std::string values = value("<fields><entry><string>" + std::string(key, 'k') +
                               "</string><google.protobuf.plain.Value/></entry></fields>");
    while (times-- > 0)
      values += value("<fields reference=\"../../../google.protobuf.plain.Value/structValue/fields\"/>");
    return "<interop.plain.WellKnown><list><values>" + values + "</values></list></interop.plain.WellKnown>";
  };
  EXPECT_FALSE(is_refused("interop.WellKnown", shared(10'000, 200)));
  EXPECT_TRUE(is_refused("interop.WellKnown", shared(100'000, 500)));
}

TEST(Xml, RefusesTheVectors) {
  std::ifstream lines(WIREBED_FIXTURES "/vectors/xml/refused.jsonl");
  std::string line;
  int count = 0;
  while (std::getline(lines, line)) {
    if (line.find("\"hex\"") == std::string::npos) continue;
    const std::string hex = member(line, "hex");
    std::string wire;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
      wire += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
    EXPECT_TRUE(is_refused(member(line, "message"), wire)) << member(line, "name");
    ++count;
  }
  EXPECT_GT(count, 20);
}

TEST(Xml, RefusesTooDeepNesting) {
  std::string open, close;
  for (int i = 0; i < 100'000; ++i) open += "<next>", close += "</next>";
  EXPECT_TRUE(is_refused("interop.Node", node(open + close)));
}

TEST(Xml, SpellsNumbersAsJava) {
  using xstream_text::from_real;
  EXPECT_EQ(from_real(9999999.0), "9999999.0");
  EXPECT_EQ(from_real(1e7), "1.0E7");
  EXPECT_EQ(from_real(0.001), "0.001");
  EXPECT_EQ(from_real(-9.9e-4), "-9.9E-4");
  EXPECT_EQ(from_real(5e-324), "4.9E-324");
  EXPECT_EQ(from_real(1.4e-45f), "1.4E-45");
  EXPECT_EQ(from_real(-0.0f), "-0.0");
  double value = 0;
  EXPECT_TRUE(xstream_text::to_real("-Infinity", value) && value < -1e308);
  for (const char* const bad : {"", "x", "1x", " 1", "inf", "nan", "-", "0x1"})
    EXPECT_FALSE(xstream_text::to_real(bad, value)) << bad;
  EXPECT_EQ(from_xml("interop.Testobject",
                     "<com.robert__franz.serialize.Testobject><b>2147483648</b>"
                     "</com.robert__franz.serialize.Testobject>"),
            "PARSE: not an integer of this type: 2147483648");
}

TEST(Xml, SpellsDatesAsJava) {
  const auto text = [](std::int64_t millis) {
    const Date date{std::chrono::milliseconds(millis)};
    const std::string spelled = xstream_text::from_date(date);
    EXPECT_EQ(xstream_text::to_date(spelled), date) << spelled;
    return spelled;
  };
  EXPECT_EQ(text(5), "1970-01-01 00:00:00.5 UTC");
  EXPECT_EQ(text(500), "1970-01-01 00:00:00.500 UTC");
  EXPECT_EQ(text(-12219292800000), "1582-10-15 00:00:00.0 UTC");
  EXPECT_EQ(text(-12219292800001), "1582-10-04 23:59:59.999 UTC");
  EXPECT_EQ(text(-62135596800000), "0001-01-03 00:00:00.0 UTC");
  EXPECT_EQ(text(INT64_MAX), "292278994-08-17 07:12:55.807 UTC");
  EXPECT_EQ(text(INT64_MIN), "292269055-12-02 BC 16:47:04.192 UTC");
  for (const char* const bad :
       {"1970-02-30 00:00:00.0 UTC", "1970-01-01 00:00:00.0 EST", "1970-01-01 24:00:00.0 UTC",
        "292278994-08-17 07:12:55.808 UTC", "1970-01-01 00:00:00 UTC", ""})
    EXPECT_FALSE(xstream_text::to_date(bad)) << bad;
}

}  // namespace
}  // namespace wirebed
