// The loop over a pipe, and invalid tasks: each gets its typed answer, and the peer goes on.
#include "peer.h"

#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/util/delimited_message_util.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <memory>

#include "registry.h"
#include "support.h"
#include "tasks.h"
#include "wirebed/peer.pb.h"

namespace wirebed {
namespace {

namespace io = google::protobuf::io;
namespace util = google::protobuf::util;

struct Served {
  bool clean;
  std::vector<Reply> replies;
};

Served serve_bytes(const std::string& requests) {
  const std::unique_ptr<std::FILE, decltype(&std::fclose)> file(std::tmpfile(), &std::fclose);
  io::ArrayInputStream in(requests.data(), static_cast<int>(requests.size()),
                          7);  // small blocks, as a pipe may deliver
  Served served{};
  {
    io::FileOutputStream out(fileno(file.get()));
    served.clean = serve(in, out);
  }
  std::rewind(file.get());
  io::FileInputStream replies(fileno(file.get()));
  for (Reply reply; util::ParseDelimitedFromZeroCopyStream(&reply, &replies, nullptr); reply.Clear()) {
    served.replies.push_back(reply);
  }
  return served;
}

std::string delimited(const Request& request) {
  std::string bytes;
  io::StringOutputStream out(&bytes);
  util::SerializeDelimitedToZeroCopyStream(request, &out);
  return bytes;
}

TEST(Peer, IntroducesItself) {
  Request hello;
  hello.set_id(7);
  hello.mutable_hello();
  const Served served = serve_bytes(delimited(hello));
  ASSERT_EQ(served.replies.size(), 1u);
  EXPECT_TRUE(served.clean);
  EXPECT_EQ(served.replies[0].id(), 7u);
  EXPECT_EQ(served.replies[0].introduction().peer(), "cpp");
  EXPECT_EQ(served.replies[0].introduction().codecs_size(), static_cast<int>(codecs().size()));
}

TEST(Peer, IntroducesTheErrorsOfEachLibrary) {
  Request hello;
  hello.mutable_hello();
  const Introduction introduction = serve_bytes(delimited(hello)).replies.at(0).introduction();
  for (const Codec& codec : introduction.codecs()) {
    const About& about = find_codec(codec.format() + "/" + codec.library()).about;
    ASSERT_EQ(codec.typed_errors_size(), static_cast<int>(about.typed_errors.size())) << codec.format();
    for (int i = 0; i < codec.typed_errors_size(); ++i) {
      const DocumentedError& error = about.typed_errors[static_cast<std::size_t>(i)];
      EXPECT_EQ(codec.typed_errors(i).type(), error.type);
      EXPECT_EQ(codec.typed_errors(i).authority(), error.authority);
    }
  }
}

TEST(Peer, SaysTheFileThatALibraryWasLoadedFrom) {
  Request hello;
  hello.mutable_hello();
  const std::string program = std::filesystem::canonical("/proc/self/exe");
  const Introduction introduction = serve_bytes(delimited(hello)).replies.at(0).introduction();
  for (const Codec& codec : introduction.codecs()) {
    const About& about = find_codec(codec.format() + "/" + codec.library()).about;
    const std::string& path = codec.loaded().path();
    if (about.function != nullptr) {
      const std::string name = about.format.starts_with("xml") ? "/libpugixml.so" : "/libprotobuf.so";
      EXPECT_NE(path.find(name), std::string::npos) << path;
    } else {
      EXPECT_EQ(path, about.library_packages.empty() ? "" : program) << codec.format();
    }
  }
}

TEST(Peer, EndsWithItsInput) {
  const Served served = serve_bytes("");
  EXPECT_TRUE(served.clean);
  EXPECT_TRUE(served.replies.empty());
}

TEST(Peer, DoesNotTakeABadLengthForTheEnd) {
  EXPECT_FALSE(serve_bytes("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff").clean) << "over-long varint";
  EXPECT_FALSE(serve_bytes("\x20\x01").clean) << "truncated message";
  EXPECT_FALSE(serve_bytes("\x01\xff").clean) << "no message";
}

TEST(Peer, AnswersTasksInOrder) {
  Request request;
  request.set_id(1);
  for (std::uint64_t id = 10; id < 13; ++id) {
    Task& task = *request.mutable_batch()->add_tasks();
    task.set_id(id);
    task.set_codec("protobuf/libprotobuf");
    task.set_message("interop.Testobject");
    task.set_decode(id == 11 ? "\xff" : "");
  }
  const Served served = serve_bytes(delimited(request));
  ASSERT_EQ(served.replies.size(), 1u);
  const Results& results = served.replies[0].results();
  ASSERT_EQ(results.results_size(), 3);
  EXPECT_EQ(results.results(0).id(), 10u);
  EXPECT_TRUE(results.results(0).has_decoded());
  EXPECT_TRUE(results.results(1).has_decode_error());
  EXPECT_EQ(results.results(2).id(), 12u);
}

TEST(Peer, AnswersEachValueOfAColumn) {
  Request request;
  const auto add = [&](const char* codec, std::initializer_list<const char*> values) {
    Column& column = *request.mutable_columns()->add_columns();
    column.set_codec(codec);
    column.set_message("interop.Testobject");
    column.set_action(Column::DECODE);
    for (const char* value : values) column.add_values(value);
  };
  add("protobuf/libprotobuf", {"", "\xff", ""});
  add("no/such", {"", ""});
  const Served served = serve_bytes(delimited(request));
  ASSERT_EQ(served.replies.size(), 1u);
  const ColumnAnswers& answers = served.replies[0].column_answers();
  ASSERT_EQ(answers.columns_size(), 2);
  const ColumnAnswer& read = answers.columns(0);
  ASSERT_EQ(read.values_size(), 3);
  EXPECT_EQ(read.values(0), read.values(2));
  EXPECT_FALSE(read.values(0).empty());
  EXPECT_TRUE(read.values(1).empty());
  ASSERT_EQ(read.failures_size(), 1);
  EXPECT_EQ(read.failures(0).id(), 1u);
  EXPECT_EQ(read.failures(0).decode_error().stage(), PARSE);
  const ColumnAnswer& missing = answers.columns(1);
  EXPECT_EQ(missing.values_size(), 2);
  ASSERT_EQ(missing.failures_size(), 2);
  EXPECT_EQ(missing.failures(1).id(), 1u);
  EXPECT_TRUE(missing.failures(1).has_unsupported());
}

Result run(const Task& task) {
  Result result;
  run_task(task, result);
  return result;
}

TEST(Task, AnUnknownCodecOrMessageIsUnsupported) {
  Task task;
  task.set_codec("json/gson");
  task.set_message("interop.Testobject");
  task.set_decode("");
  EXPECT_EQ(run(task).unsupported().reason(), "no codec json/gson in this peer");
  task.set_codec("json/nlohmann");
  task.set_message("interop.Nothing");
  EXPECT_EQ(run(task).unsupported().reason(), "no plain struct for interop.Nothing in this schema tree");
  task.set_codec("protobuf/libprotobuf");
  EXPECT_EQ(run(task).unsupported().reason(), "no message interop.Nothing in this schema tree");
  task.set_message("interop.Testobject");
  task.clear_action();
  EXPECT_EQ(run(task).unsupported().reason(), "the task has no action that this peer knows");
  task.set_decode("");
  task.set_class_name("no.Such");
  EXPECT_EQ(run(task).unsupported().reason(), "this peer has no codec of classes");
}

TEST(Task, AValueWithoutASchemaMayBeUnsupported) {
  Task task;
  task.set_codec("json/nlohmann");
  task.set_decode("{}");
  EXPECT_TRUE(run(task).has_unsupported());
}

TEST(Task, RelaysWithEdits) {
  for (const char* const codec :
       {"protobuf/libprotobuf", "protojson/libprotobuf", "json/nlohmann", "hessian2/wirebed"}) {
    Task task;
    task.set_codec(codec);
    task.set_message("interop.Explicit");
    Relay& relay = *task.mutable_relay();
    relay.set_wire(test::written(codec, "interop.Explicit", R"(number: 1 big: 2 text: "x")"));
    relay.set_set(test::view_of("interop.Explicit", "big: 5"));
    relay.add_clear(1);
    const Result result = run(task);
    ASSERT_TRUE(result.has_encoded()) << codec << ": " << result.ShortDebugString();
    EXPECT_EQ(test::seen(codec, "interop.Explicit", result.encoded()), R"(big: 5 text: "x")") << codec;
  }
}

TEST(Task, AFieldThatIsClearedAndSetIsSet) {
  for (const char* const codec : {"protobuf/libprotobuf", "json/nlohmann"}) {
    Task task;
    task.set_codec(codec);
    task.set_message("interop.Explicit");
    task.mutable_relay()->set_wire(test::written(codec, "interop.Explicit", "big: 2"));
    task.mutable_relay()->set_set(test::view_of("interop.Explicit", "big: 5"));
    task.mutable_relay()->add_clear(2);
    EXPECT_EQ(test::seen(codec, "interop.Explicit", run(task).encoded()), "big: 5") << codec;
  }
}

TEST(Task, AClearedFieldIsAsInANewObject) {
  // The enum has no 0, so its first value is the default.
  Task task;
  task.set_codec("none/plain");
  task.set_message("interop.Required");
  task.mutable_relay()->set_wire(test::view_of("interop.Required", "name: '' number: 0 color: RED"));
  task.mutable_relay()->add_clear(4);
  EXPECT_EQ(run(task).encoded(), task.relay().wire());
}

TEST(Task, ExtensionsAreClearedToo) {
  Task task;
  task.set_codec("none/message");
  task.set_message("interop.Extended");
  task.mutable_relay()->set_wire(test::view_of("interop.Extended", "name: 'n' [interop.extra_number]: 7"));
  task.mutable_relay()->add_clear(100);
  EXPECT_EQ(run(task).encoded(), test::view_of("interop.Extended", "name: 'n'"));
  for (const int number : {0, -1, 19500}) {
    task.mutable_relay()->set_clear(0, number);
    EXPECT_EQ(run(task).encode_error().stage(), BUILD) << number;
  }
}

TEST(Task, TrailingBytesAfterAnEditAreRefused) {
  for (const char* const codec : {"protobuf/libprotobuf", "json/nlohmann"}) {
    Task task;
    task.set_codec(codec);
    task.set_message("interop.Explicit");
    task.mutable_relay()->set_wire(test::written(codec, "interop.Explicit", "number: 1"));
    task.mutable_relay()->set_set(test::view_of("interop.Explicit", "big: 5") + "n");
    EXPECT_EQ(run(task).encode_error().stage(), BUILD) << codec;
  }
}

TEST(Task, RelaysIntoAnotherCodecOfTheSameObjects) {
  const auto relayed = [](const char* from, const char* into, const std::string& wire) {
    Task task;
    task.set_codec(from);
    task.set_message("interop.Testobject");
    task.mutable_relay()->set_wire(wire);
    task.mutable_relay()->set_into(into);
    task.mutable_relay()->add_clear(2);
    return run(task);
  };
  const std::string wire(
      "\x0a\x03"
      "abc\x10\x64\xf8\x07\x01");
  EXPECT_EQ(relayed("protobuf/libprotobuf", "protojson/libprotobuf", wire).encoded(), R"({"a":"abc"})");
  // The unknown field survives because no view is in between.
  EXPECT_EQ(relayed("protobuf/libprotobuf", "protobuf/libprotobuf", wire).encoded(),
            std::string("\x0a\x03"
                        "abc\xf8\x07\x01"));
  const Result plain = relayed("json/nlohmann", "hessian2/wirebed", R"({"a":"abc","b":1,"c":2})");
  EXPECT_EQ(test::seen("hessian2/wirebed", "interop.Testobject", plain.encoded()), R"(a: "abc" b: 0 c: 2)");
  EXPECT_EQ(relayed("json/nlohmann", "protojson/libprotobuf", "{}").unsupported().reason(),
            "protojson/libprotobuf does not take what json/nlohmann returns");
  EXPECT_EQ(relayed("json/nlohmann", "json/gson", "{}").unsupported().reason(),
            "no codec json/gson in this peer");
}

TEST(Task, RelaysUnknownFieldsOfProtobuf) {
  Task task;
  task.set_codec("protobuf/libprotobuf");
  task.set_message("interop.Testobject");
  task.mutable_relay()->set_wire("\xf8\x07\x01");
  EXPECT_EQ(run(task).encoded(), "\xf8\x07\x01");
}

TEST(Task, Measures) {
  for (const char* const codec :
       {"none/plain", "protobuf/libprotobuf", "json/nlohmann", "hessian2/wirebed"}) {
    Task task;
    task.set_codec(codec);
    task.set_message("interop.Testobject");
    task.mutable_measure()->set_view(test::view_of("interop.Testobject", R"(a: "abc" b: 100 c: 42)"));
    task.mutable_measure()->set_milliseconds(2);
    const Result result = run(task);
    for (const Times& times : {result.measured().encode(), result.measured().decode()}) {
      EXPECT_GE(times.batches(), 10u) << codec;
      EXPECT_GT(times.least(), 0) << codec;
      EXPECT_LE(times.least(), times.median()) << codec;
    }
    EXPECT_GT(result.measured().size(), 0u) << codec;
  }
}

TEST(Task, MeasuresWireBytesByDecodingThem) {
  Task task;
  task.set_codec("json/nlohmann");
  task.set_message("interop.Testobject");
  task.mutable_measure()->set_wire(R"({"a": "abc"})");
  task.mutable_measure()->set_milliseconds(2);
  const Result result = run(task);
  EXPECT_FALSE(result.measured().has_encode());
  EXPECT_GT(result.measured().decode().batches(), 0u);
  EXPECT_EQ(result.measured().size(), 12u);
}

}  // namespace
}  // namespace wirebed
