// Each transport, from a client to a server in this process.
#include "echo/transports.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <thread>
#include <vector>

#include "echo/support.h"

namespace wirebed::echo {
namespace {

using namespace std::string_literals;
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
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(2));
}

TEST_P(EachTransport, TellsAtOnceThatNobodyListens) {
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_THROW(GetParam().connect(test::server_at(GetParam().name, 1, "", 10), kJson)->exchange("{}"),
               ConnectionError);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(2));
}

TEST_P(EachTransport, ClosesWhoSaysHalf) {
  const Served served(GetParam(), {.deadline = 0.4});
  const auto other = served.connect(kJson);
  // A frame, a request, and a connection of HTTP/2 with the beginning of a frame.
  const std::string half = test::is(GetParam(), "socket") ? "\0\0\1\0half"s
                           : test::is(GetParam(), "http")
                               ? "POST /echo HTTP/1.1\r\nContent-Length: 100\r\n\r\nhalf"s
                               : "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0\0\0\x10"s;
  const Socket offender = test::offender(served, half);
  EXPECT_TRUE(test::closes_within(offender, 3));
  EXPECT_EQ(other->exchange("{}").refused, false);
}

TEST_P(EachTransport, ClosesWhoSaysNothing) {
  const Served served(GetParam(), {.deadline = 0.3, .idle = 0.3});
  const Socket offender = test::offender(served, "");
  EXPECT_TRUE(test::closes_within(offender, 3));
}

TEST_P(EachTransport, SurvivesGarbage) {
  const Served served(GetParam(), {.deadline = 0.3});
  for (const std::string& garbage :
       {"\x7f\xff\xff\xff"s, "\xff\xff\xff\xff\xff\xff"s, "GET / HTTP/1.1\r\n\r\n"s,
        std::string(100'000, '\xee'), "\0\0\0\0\0\0\0\0"s}) {
    const Socket offender = test::offender(served, garbage);
    EXPECT_EQ(served.connect(kJson)->exchange("{}").refused, false);
  }
}

TEST_P(EachTransport, ServesWhileAThousandAreIdle) {
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  const Served served(GetParam(), {});
  std::vector<Socket> idle;
  for (int i = 0; i < 1000; ++i) idle.push_back(test::offender(served, ""));
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(served.connect(kJson)->exchange("{}").refused, false);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(2));
}

TEST_P(EachTransport, BreaksOffWhenItIsClosed) {
  const Served served(GetParam(), {});
  const auto connection = served.connect(kJson);
  EXPECT_EQ(connection->exchange("{}").refused, false);
  served.listener->close();
  EXPECT_THROW(connection->exchange("{}"), ConnectionError);
}

// Payloads go out, and no reply is read: the server is full of replies, until it closes the connection.
TEST(SocketTransport, ClosesWhoNeverReads) {
  const Served served(find_transport("socket"), {.deadline = 0.4});
  const Socket offender = test::offender(served, "\0\0\0\x27"s + kProtobuf);
  const std::string payload = test::large(1 << 20);
  const std::uint32_t length = __builtin_bswap32(static_cast<std::uint32_t>(payload.size()));
  const std::string frame = std::string(reinterpret_cast<const char*>(&length), 4) + payload;
  const auto begin = std::chrono::steady_clock::now();
  while (send(offender.get(), frame.data(), frame.size(), MSG_NOSIGNAL) > 0 &&
         std::chrono::steady_clock::now() - begin < std::chrono::seconds(5)) {
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(4));
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
