// Each transport, from a client to a server in this process. What hostile clients get is tested in
// python/tests/echo.
#include "echo/transports.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "echo/posix_socket.h"
#include "echo/support.h"

namespace wirebed::echo {
namespace {

using test::Served;

constexpr const char* kJson = "json/nlohmann interop.Testobject";
constexpr const char* kProtobuf = "protobuf/libprotobuf interop.Testobject";

class EachTransport : public testing::TestWithParam<Transport> {};

INSTANTIATE_TEST_SUITE_P(All, EachTransport, testing::ValuesIn(transports()), [](const auto& info) {
  std::string name = info.param.name;
  std::erase(name, '-');
  return name;
});

Result refusal_of(const Answer& answer) {
  Result result;
  EXPECT_TRUE(answer.refused);
  EXPECT_TRUE(result.ParseFromArray(answer.data.data(), static_cast<int>(answer.data.size())));
  return result;
}

TEST_P(EachTransport, EncodesAnew) {
  const Served served(GetParam(), {});
  const auto json = served.connect(kJson);
  EXPECT_EQ(json->exchange(R"( { "c" : 42, "a":"abc" })").data, R"({"a":"abc","b":0,"c":42})");
  const auto protobuf = served.connect(kProtobuf);
  // The field 3 before the field 1.
  EXPECT_EQ(protobuf
                ->exchange("\x18\x2a\x0a\x03"
                           "abc")
                .data,
            "\x0a\x03"
            "abc\x18\x2a");
  EXPECT_EQ(served.counts.echoed, 2u);
}

TEST_P(EachTransport, CarriesNoBytesAndMany) {
  const Served served(GetParam(), {});
  const auto connection = served.connect(kProtobuf);
  const Answer empty = connection->exchange("");
  EXPECT_FALSE(empty.refused);
  EXPECT_EQ(empty.data, "");
  const std::string large = test::large(5 << 20);
  EXPECT_EQ(connection->exchange(large).data, large);
}

TEST_P(EachTransport, KeepsTheConnectionAfterARefusal) {
  const Served served(GetParam(), {});
  const auto connection = served.connect(kJson);
  const Failure refused = refusal_of(connection->exchange("{")).decode_error();
  EXPECT_EQ(refused.stage(), PARSE);
  EXPECT_EQ(refused.manner(), TYPED);
  EXPECT_EQ(refused.by(), LIBRARY);
  EXPECT_EQ(connection->exchange("{}").data, R"({"a":"","b":0,"c":0})");
  EXPECT_EQ(served.counts.refused, 1u);
}

TEST_P(EachTransport, RefusesWhatTheServerDoesNotHave) {
  const Served served(GetParam(), {});
  for (const char* const line :
       {"json/gson interop.Testobject", "json/nlohmann interop.Nothing", "garbage"}) {
    const auto connection = served.connect(line);
    EXPECT_NE(refusal_of(connection->exchange("{}")).unsupported().reason(), "") << line;
    EXPECT_NE(refusal_of(connection->exchange("{}")).unsupported().reason(), "") << line;
  }
}

TEST_P(EachTransport, RefusesAPayloadThatIsTooLong) {
  const Served served(GetParam(), {.max_message = 1 << 20});
  const std::string fits = test::large((1 << 20) - 10);
  const auto connection = served.connect(kProtobuf);
  EXPECT_EQ(connection->exchange(fits).data.size(), fits.size());
  try {
    const Answer answer = connection->exchange(test::large(3 << 20));
    EXPECT_NE(refusal_of(answer).connection_error().reason(), "");
  } catch (const ConnectionError& error) {
    const std::string reason = error.what();
    EXPECT_TRUE(reason.find("413") != std::string::npos ||
                reason.find("RESOURCE_EXHAUSTED") != std::string::npos)
        << reason;
  }
  EXPECT_FALSE(served.connect(kProtobuf)->exchange("").refused);
}

TEST_P(EachTransport, EndsAnExchangeAtItsDeadline) {
  const Socket silent = listen_on("127.0.0.1", 0);
  const auto begin = std::chrono::steady_clock::now();
  const EchoServer server = test::server_at(GetParam().name, port_of(silent), "", 0.3);
  EXPECT_THROW(GetParam().connect(server, kJson)->exchange("{}"), ConnectionError);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
}

TEST_P(EachTransport, TellsAtOnceThatNobodyListens) {
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_THROW(GetParam().connect(test::server_at(GetParam().name, 1, "", 60), kJson)->exchange("{}"),
               ConnectionError);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
}

TEST_P(EachTransport, BreaksOffWhenItIsClosed) {
  const Served served(GetParam(), {});
  const auto connection = served.connect(kJson);
  EXPECT_EQ(connection->exchange("{}").refused, false);
  served.listener->close();
  EXPECT_THROW(connection->exchange("{}"), ConnectionError);
}

TEST(GrpcTransport, CountsCallsThatTheirClientCancels) {
  const Served served(find_transport("grpc-stream"), {.idle = 0.3});
  const auto connection = served.connect(kJson);
  EXPECT_EQ(connection->exchange("{}").refused, false);
  std::this_thread::sleep_for(std::chrono::milliseconds(600));
  EXPECT_THROW(connection->exchange("{}"), ConnectionError);
  EXPECT_EQ(served.counts.cancelled, 1u);
}

}  // namespace
}  // namespace wirebed::echo
