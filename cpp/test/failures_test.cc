// How each codec fails, and who refuses: proto/wirebed/README.md, "Failures".
#include "failures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <new>
#include <pugixml.hpp>
#include <stdexcept>

#include "bridge/view.h"
#include "registry.h"
#include "support.h"
#include "tasks.h"

// A library with an exception that it documents, one that is derived from it, and one of which it says
// nothing.
namespace made_up {

struct Documented : std::runtime_error {
  using std::runtime_error::runtime_error;
};
struct Derived : Documented {
  using Documented::Documented;
};
struct Other : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace made_up

namespace wirebed {
namespace {

using namespace std::string_literals;
using test::decode;
using test::encode;

std::string verdict(const Failure& failure) {
  return Stage_Name(failure.stage()) + " " + Manner_Name(failure.manner()) + " " + By_Name(failure.by());
}

std::string verdict(const Result& result) {
  if (result.has_decode_error()) return verdict(result.decode_error());
  if (result.has_encode_error()) return verdict(result.encode_error());
  return result.ShortDebugString();
}

About made_up_codec() {
  return {.format = "any",
          .library = "made-up",
          .version = "1",
          .library_packages = {"made_up::"},
          .typed_errors = {documented_error<made_up::Documented>("this file")}};
}

template <class Error>
Failure failure(FailureStage stage, const About& codec, const Error& error) {
  Result result;
  attempt(result, kDecodeError, stage, codec, [&] { throw error; });
  return result.decode_error();
}

template <class Error>
std::string verdict(FailureStage stage, const About& codec, const Error& error) {
  return verdict(failure(stage, codec, error));
}

TEST(Failures, TheClassOfAnExceptionDecides) {
  const About codec = made_up_codec();
  constexpr auto kParse = FailureStage::kParse;
  EXPECT_EQ(verdict(kParse, codec, made_up::Documented("no")), "PARSE TYPED LIBRARY");
  EXPECT_EQ(verdict(kParse, codec, made_up::Derived("no")), "PARSE TYPED LIBRARY");
  EXPECT_EQ(verdict(kParse, codec, made_up::Other("no")), "PARSE UNTYPED LIBRARY");
  EXPECT_EQ(verdict(kParse, codec, std::runtime_error("no")), "PARSE UNTYPED CODEC");
  EXPECT_EQ(verdict(kParse, About{}, std::runtime_error("no")), "PARSE UNTYPED CODEC");
  EXPECT_EQ(failure(kParse, codec, made_up::Documented("no")).type(), codec.typed_errors[0].type);
}

TEST(Failures, ARefusalSaysWhoRefuses) {
  const About codec = made_up_codec();
  const auto refused = [&](FailureStage stage, RefusedBy by, const char* type) {
    return verdict(stage, codec, Refusal(stage, "no", by, type));
  };
  EXPECT_EQ(refused(FailureStage::kWrite, RefusedBy::kCodec, ""), "WRITE TYPED CODEC");
  EXPECT_EQ(refused(FailureStage::kWrite, RefusedBy::kLibrary, ""), "WRITE TYPED LIBRARY") << "a status";
  EXPECT_EQ(refused(FailureStage::kWrite, RefusedBy::kLibrary, "made_up::Documented"), "WRITE TYPED LIBRARY");
  EXPECT_EQ(refused(FailureStage::kWrite, RefusedBy::kLibrary, "made_up::Other"), "WRITE UNTYPED LIBRARY");
  EXPECT_EQ(refused(FailureStage::kUse, RefusedBy::kLibrary, "made_up::Documented"), "USE UNTYPED CAST");
}

TEST(Failures, TheStagesUseAndBuildDecideByThemselves) {
  const About codec = made_up_codec();
  EXPECT_EQ(verdict(FailureStage::kUse, codec, made_up::Documented("no")), "USE UNTYPED CAST");
  EXPECT_EQ(verdict(FailureStage::kBuild, codec, made_up::Documented("no")), "BUILD UNTYPED CODEC");
  EXPECT_EQ(verdict(FailureStage::kBuild, codec, Refusal(FailureStage::kBuild, "no")), "BUILD TYPED CODEC");
}

TEST(Failures, WantOfMemoryIsTheLibrarysWhereThereIsOne) {
  EXPECT_EQ(verdict(FailureStage::kParse, made_up_codec(), std::bad_alloc()), "PARSE EXHAUSTED LIBRARY");
  EXPECT_EQ(verdict(FailureStage::kParse, About{}, std::bad_alloc()), "PARSE EXHAUSTED CODEC");
  EXPECT_EQ(verdict(FailureStage::kUse, made_up_codec(), std::bad_alloc()), "USE EXHAUSTED CAST");
  EXPECT_EQ(verdict(FailureStage::kBuild, made_up_codec(), std::bad_array_new_length()),
            "BUILD EXHAUSTED CODEC");
}

TEST(Failures, ADefectOfThePeerIsOnlyExhausted) {
  Result defect;
  complete(defect, [] { throw std::runtime_error("no"); });
  EXPECT_EQ(verdict(defect.internal_error()), "STAGE_UNSPECIFIED MANNER_UNSPECIFIED BY_UNSPECIFIED");
  Result full;
  complete(full, [] { throw std::bad_alloc(); });
  EXPECT_EQ(verdict(full.internal_error()), "STAGE_UNSPECIFIED EXHAUSTED BY_UNSPECIFIED");
}

TEST(Failures, EachLibraryDocumentsItsErrors) {
  for (const CodecEntry& codec : codecs()) {
    const bool has_library = codec.about.format != "none" && codec.about.format != "raw";
    EXPECT_EQ(!codec.about.typed_errors.empty(), has_library) << codec.id();
    EXPECT_EQ(!codec.about.library_packages.empty(), has_library) << codec.id();
    const auto& spaces = codec.about.library_packages;
    for (const DocumentedError& error : codec.about.typed_errors) {
      EXPECT_TRUE(std::any_of(spaces.begin(), spaces.end(), [&](const std::string& space) {
        return error.type.find(space) != std::string::npos;
      })) << error.type;
      EXPECT_FALSE(error.authority.empty()) << error.type;
    }
  }
}

struct Bytes {
  const char* codec;
  const char* message;
  std::string wire;
  const char* verdict;
  const char* type = "";
};

// Without the bytes: the report of the tests is UTF-8.
std::ostream& operator<<(std::ostream& out, const Bytes& bytes) {
  return out << bytes.codec << " " << bytes.message << " " << bytes.verdict;
}

class Decoding : public testing::TestWithParam<Bytes> {};

TEST_P(Decoding, SaysHowAndByWhomItFailed) {
  const Result result = decode(GetParam().codec, GetParam().message, GetParam().wire);
  EXPECT_EQ(verdict(result), GetParam().verdict) << result.ShortDebugString();
  const std::string& type = result.decode_error().type();
  EXPECT_TRUE(type.ends_with(GetParam().type) && type.empty() == (GetParam().type[0] == 0)) << type;
}

const char* const kTestobject = "interop.Testobject";
const char* const kParseError = "::parse_error";
const char* const kTypeError = "::type_error";
const char* const kHessianError = "hessian2::Error";
const std::string kCerealHead = "\x01\x01\x00\x00\x80"s;

INSTANTIATE_TEST_SUITE_P(
    Libraries, Decoding,
    testing::Values(
        Bytes{"protobuf/libprotobuf", kTestobject, "\xff", "PARSE TYPED LIBRARY"},
        Bytes{"protobuf/libprotobuf", "interop.Required", "", "REQUIRED_CHECK TYPED LIBRARY"},
        Bytes{"prototext/libprotobuf", kTestobject, "b: y", "PARSE TYPED LIBRARY"},
        Bytes{"prototext/libprotobuf", "interop.Required", "", "REQUIRED_CHECK TYPED LIBRARY"},
        Bytes{"protojson/libprotobuf", kTestobject, "{", "PARSE TYPED LIBRARY"},
        Bytes{"protojson/libprotobuf", kTestobject, R"({"b": "x"})", "PARSE TYPED LIBRARY"},
        Bytes{"json/nlohmann", kTestobject, "{", "PARSE TYPED LIBRARY", kParseError},
        Bytes{"json/nlohmann", kTestobject, R"({"b": "x"})", "PARSE TYPED LIBRARY", kTypeError},
        Bytes{"json/nlohmann", kTestobject, "[]", "PARSE TYPED LIBRARY", kTypeError},
        Bytes{"json/nlohmann", kTestobject, R"({"b": 1e999})", "PARSE TYPED LIBRARY", "::out_of_range"},
        Bytes{"hessian2/wirebed", kTestobject, "", "PARSE TYPED LIBRARY", kHessianError},
        Bytes{"hessian2/wirebed", kTestobject, "N\x90", "PARSE TYPED LIBRARY", kHessianError},
        Bytes{"cereal/cereal", kTestobject, kCerealHead, "PARSE TYPED LIBRARY", "cereal::Exception"},
        Bytes{"xml/pugixml", kTestobject, "<a", "PARSE TYPED LIBRARY"},
        Bytes{"xml-jaxb/pugixml", kTestobject, "<a></b>", "PARSE TYPED LIBRARY"}));

INSTANTIATE_TEST_SUITE_P(
    Codecs, Decoding,
    testing::Values(Bytes{"none/message", kTestobject, "n", "BUILD TYPED CODEC"},
                    Bytes{"none/plain", kTestobject, "n", "BUILD TYPED CODEC"},
                    Bytes{"protojson/libprotobuf", kTestobject, std::string(101, '['), "PARSE TYPED CODEC"},
                    Bytes{"json/nlohmann", "interop.Blob", R"({"value": "A==="})", "PARSE TYPED CODEC"},
                    Bytes{"json/nlohmann", "interop.Dates", R"({"date": "today"})", "PARSE TYPED CODEC"},
                    Bytes{"json/nlohmann", "interop.Decimals", R"({"value": "x"})", "PARSE TYPED CODEC"},
                    Bytes{"cereal/cereal", "interop.Explicit", kCerealHead + "\x02", "PARSE TYPED CODEC"},
                    Bytes{"cereal/cereal", "interop.Tower", "\x01\0\0\0\0"s, "PARSE TYPED CODEC"},
                    Bytes{"raw/memcpy", kTestobject, "\x01", "PARSE TYPED CODEC"},
                    Bytes{"xml/pugixml", kTestobject, "text", "PARSE TYPED CODEC"},
                    Bytes{"xml/pugixml", kTestobject, "<a/>", "PARSE TYPED CODEC"},
                    Bytes{"xml-jaxb/pugixml", kTestobject, "<a/>", "PARSE TYPED CODEC"},
                    Bytes{"xml-jaxb/pugixml", kTestobject, "<Testobject><b>x</b></Testobject>",
                          "PARSE TYPED CODEC"}));

// Of Hessian 2 both the library and the binding find another kind of value than the one that is declared. The
// class of the error decides.
INSTANTIATE_TEST_SUITE_P(
    OtherTypes, Decoding,
    testing::Values(Bytes{"hessian2/wirebed", kTestobject, "\x90", "PARSE TYPED LIBRARY", kHessianError},
                    Bytes{"hessian2/wirebed", kTestobject, "N", "PARSE TYPED LIBRARY", kHessianError}));

std::string text_that_is_not_utf8() {
  view::Writer to;
  to.begin_record("interop.Text2");
  to.field(1);
  to.text("\xff");
  to.end_record();
  return to.bytes;
}

TEST(Encoding, SaysHowAndByWhomItFailed) {
  const std::string invalid = text_that_is_not_utf8();
  const Result json = encode("json/nlohmann", "interop.Text2", invalid);
  EXPECT_EQ(verdict(json), "WRITE TYPED LIBRARY") << json.ShortDebugString();
  EXPECT_TRUE(json.encode_error().type().ends_with(kTypeError)) << json.encode_error().type();
  const Result hessian = encode("hessian2/wirebed", "interop.Text2", invalid);
  EXPECT_EQ(verdict(hessian), "WRITE TYPED LIBRARY") << hessian.ShortDebugString();
  EXPECT_EQ(hessian.encode_error().type(), kHessianError);
  EXPECT_EQ(verdict(encode("raw/memcpy", "interop.Text2", invalid)), "WRITE TYPED CODEC");
  const std::string unnamed = test::view_of("interop.Person", "sex: 7");
  for (const char* const codec : {"json/nlohmann", "hessian2/wirebed", "xml/pugixml", "xml-jaxb/pugixml"}) {
    EXPECT_EQ(verdict(encode(codec, "interop.Person", unnamed)), "WRITE TYPED CODEC") << codec;
  }
  EXPECT_EQ(verdict(encode("json/nlohmann", kTestobject, "n")), "BUILD TYPED CODEC");
}

TEST(Encoding, OfAMessageThatLacksARequiredFieldIsTheLibrarysRefusal) {
  view::Writer to;
  to.begin_record("interop.Required");
  to.end_record();
  const Result result = encode("protobuf/libprotobuf", "interop.Required", to.bytes);
  EXPECT_EQ(verdict(result), "REQUIRED_CHECK TYPED LIBRARY") << result.ShortDebugString();
  // MessageToJsonString promises a status, and says nothing of a CHECK that fails.
  EXPECT_EQ(verdict(encode("protojson/libprotobuf", "interop.Required", to.bytes)), "WRITE UNTYPED LIBRARY");
}

TEST(Relay, AsksTheLibraryOfTheCodecThatWrites) {
  Task task;
  task.set_codec("none/plain");
  task.set_message("interop.Text2");
  task.mutable_relay()->set_wire(text_that_is_not_utf8());
  task.mutable_relay()->set_into("json/nlohmann");
  Result result;
  run_task(task, result);
  EXPECT_EQ(verdict(result), "WRITE TYPED LIBRARY") << result.ShortDebugString();
}

TEST(BareValue, SaysHowAndByWhomItFailed) {
  EXPECT_EQ(verdict(decode("hessian2/wirebed", "", "\x45")), "PARSE TYPED LIBRARY");
  EXPECT_EQ(verdict(encode("hessian2/wirebed", "", "n")), "BUILD TYPED CODEC");
}

// pugixml asks for memory by functions of its user, and has a status for the want of it.
TEST(Pugixml, WantOfMemoryIsExhausted) {
  pugi::set_memory_management_functions([](std::size_t) -> void* { return nullptr; }, &std::free);
  const Result result = decode("xml/pugixml", kTestobject, "<a/>");
  pugi::set_memory_management_functions(&std::malloc, &std::free);
  EXPECT_EQ(verdict(result), "PARSE EXHAUSTED LIBRARY") << result.ShortDebugString();
}

}  // namespace
}  // namespace wirebed
