// The documents of JAXB with pugixml, and hostile documents.
#include <gtest/gtest.h>

#include <chrono>
#include <ctime>
#include <fstream>

#include "codec/xsd_text.h"
#include "support.h"

namespace wirebed {
namespace {

using test::seen;
using test::written;

const std::string kHead = "<?xml version=\"1.0\"?>";

std::string xml(const std::string& message, const std::string& text) {
  return written("xml-jaxb/pugixml", message, text);
}

std::string from_xml(const std::string& message, std::string_view text) {
  return seen("xml-jaxb/pugixml", message, text);
}

// The text of a member in a line of JSON without escapes.
std::string member(const std::string& line, const std::string& name) {
  const std::string start = "\"" + name + "\": \"";
  const std::size_t at = line.find(start) + start.size();
  return line.substr(at, line.find('"', at) - at);
}

std::string bytes_of(const std::string& hex) {
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2)
    bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  return bytes;
}

TEST(XmlJaxb, HasAnElementForEachField) {
  EXPECT_EQ(xml("interop.Testobject", R"(a: "<&>\r" b: -1 c: 42)"),
            kHead + "<Testobject><a>&lt;&amp;&gt;\r</a><b>-1</b><c>42</c></Testobject>");
  EXPECT_EQ(xml("interop.Range", "low: 17.05 high: 1e10"),
            kHead + "<Range><low>17.05</low><high>1.0E10</high></Range>");
  EXPECT_EQ(from_xml("interop.Testobject", xml("interop.Testobject", R"(a: "  " b: -1 c: 42)")),
            R"(a: "  " b: -1 c: 42)");
}

TEST(XmlJaxb, HasAnEntryForEachPairOfAMap) {
  const std::string text = R"(by_name { key: "x" value: CLUBS })";
  const std::string written_text = xml("interop.Enums", text);
  EXPECT_NE(written_text.find("<byName><entry><key>x</key><value>CLUBS</value></entry></byName>"),
            std::string::npos)
      << written_text;
  EXPECT_EQ(from_xml("interop.Enums", written_text), text);
}

TEST(XmlJaxb, SkipsUnknownElements) {
  EXPECT_EQ(from_xml("interop.Testobject",
                     "<Testobject x='1'>t<new><a>x</a></new><c>42</c><b>1</b><b>2</b>"
                     "</Testobject>"),
            R"(a: "" b: 2 c: 42)");
}

// The parser drops white space and what stands beside the root, and knows no entities.
TEST(XmlJaxbDefault, ReadsWithTheFlagsOfTheParser) {
  const auto read = [](const std::string& document) {
    return seen("xml-jaxb/pugixml-default", "interop.Testobject", document);
  };
  EXPECT_EQ(read("<Testobject><a> </a><b>1</b><c>42</c></Testobject>"), R"(a: "" b: 1 c: 42)");
  EXPECT_EQ(read("<!DOCTYPE x [<!ENTITY e 'y'>]><Testobject><a>&e; </a></Testobject>x<Other/>"),
            R"(a: "&e; " b: 0 c: 0)");
  EXPECT_TRUE(read("<Other/>").starts_with("PARSE"));
}

TEST(XmlJaxbDefault, DoesNotEncode) {
  EXPECT_TRUE(test::encode("xml-jaxb/pugixml-default", "interop.Testobject", "").has_unsupported());
}

TEST(XmlJaxb, RefusesHostileDocumentsAtOnce) {
  std::ifstream file(WIREBED_FIXTURES "/vectors/xml-jaxb/refused.jsonl");
  int count = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.find("\"_about\"") != std::string::npos) continue;
    ++count;
    // The time that this process works, however busy the machine is.
    const std::clock_t start = std::clock();
    const std::string read = from_xml(member(line, "message"), bytes_of(member(line, "hex")));
    // pugixml treats a namespace like any other attribute (fixtures/deviations/xml_jaxb.yaml).
    const bool namespaced = member(line, "name") == "root of a namespace";
    EXPECT_EQ(read.starts_with("PARSE"), !namespaced) << member(line, "name") << ": " << read;
    EXPECT_LT(std::clock() - start, CLOCKS_PER_SEC) << member(line, "name");
  }
  EXPECT_GT(count, 10);
}

TEST(XmlJaxb, RefusesTextsOfOtherTypes) {
  for (const char* text : {"x", "", "1.5", "4294967301", "0x1", "1 2", "<x/>"}) {
    const std::string document = "<Testobject><b>" + std::string(text) + "</b></Testobject>";
    EXPECT_TRUE(from_xml("interop.Testobject", document).starts_with("PARSE")) << text;
  }
}

TEST(XmlJaxb, LimitsTheDepthOfElements) {
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "<next>";
  std::string ends;
  for (int i = 0; i < 100'000; ++i) ends += "</next>";
  EXPECT_TRUE(from_xml("interop.Node", "<Node>" + deep + ends + "</Node>").starts_with("PARSE"));
}

TEST(XsdText, HasNoExponents) {
  EXPECT_EQ(xsd_text::from_decimal("1E+3"), "1000");
  EXPECT_EQ(xsd_text::from_decimal("-1.25e1"), "-12.5");
  EXPECT_EQ(xsd_text::from_decimal("12E-3"), "0.012");
  EXPECT_EQ(xsd_text::from_decimal("0E-5"), "0.00000");
  EXPECT_EQ(xsd_text::from_decimal("007"), "007");
  EXPECT_ANY_THROW(xsd_text::from_decimal("1E+999999999"));
}

TEST(XsdText, DaysEndAt24) {
  const auto next_day = xsd_text::to_date("1975-03-01T00:00:00+14:00");
  ASSERT_TRUE(next_day);
  EXPECT_EQ(xsd_text::to_date("1975-02-28T24:00:00+14:00"), next_day);
  EXPECT_EQ(xsd_text::to_date("1975-02-28T24:00:00.00+14:00"), next_day);
  EXPECT_EQ(xsd_text::from_date(*xsd_text::to_date("9999-12-31T24:00:00Z")), "10000-01-01T00:00:00.000Z");
  for (const char* bad : {"1975-02-28T24:00:01Z", "1975-02-28T24:00:00.01Z", "1975-02-28T24:01:00Z",
                          "1975-02-28T25:00:00Z", "1975-02-30T24:00:00Z", "1975-02-28T24:00:00"}) {
    EXPECT_EQ(xsd_text::to_date(bad), std::nullopt) << bad;
  }
}

TEST(XsdText, DatesHaveTheFormOfTheSchema) {
  for (const char* bad :
       {"", "T", "1975-02-01", "1975-02-01T", "1975-02-01T10:44Z", "1975-02-01T10:44:03+14:01",
        "1975-02-01T10:44:03-15:00", "1975-02-01T10:44:03+0100", "1975-02-01T10:44:03+1:000"}) {
    EXPECT_EQ(xsd_text::to_date(bad), std::nullopt) << bad;
  }
}

TEST(XsdText, DatesHaveAZone) {
  const auto date = xsd_text::to_date("1975-02-01T10:44:03.554-05:00");
  ASSERT_TRUE(date);
  EXPECT_EQ(xsd_text::from_date(*date), "1975-02-01T15:44:03.554Z");
  EXPECT_EQ(xsd_text::from_date(*xsd_text::to_date("10000-01-01T00:00:00Z")), "10000-01-01T00:00:00.000Z");
  EXPECT_FALSE(xsd_text::to_date("1975-02-01T10:44:03"));
  // Before the year 1 comes the year -1.
  EXPECT_EQ(xsd_text::from_date(Date(std::chrono::milliseconds(-62135596801000))),
            "-0001-12-31T23:59:59.000Z");
  EXPECT_EQ(xsd_text::to_date("-0001-12-31T23:59:59Z")->time_since_epoch().count(), -62135596801000);
  EXPECT_FALSE(xsd_text::to_date("0000-12-31T23:59:59Z"));
}

}  // namespace
}  // namespace wirebed
