// The request `load`, and the task `echo`.
#include "echo/load.h"

#include <gtest/gtest.h>

#include "../support.h"
#include "echo/accepting.h"
#include "echo/client.h"
#include "echo/frames.h"
#include "echo/support.h"

namespace wirebed::echo {
namespace {

using test::Served;

constexpr const char* kCodec = "protobuf/libprotobuf";
constexpr const char* kMessage = "interop.Testobject";

std::string view_of(int number) {
  return wirebed::test::view_of(kMessage, "a: 'abc' b: " + std::to_string(number));
}

Load load_of(std::uint16_t port, int values) {
  Load load;
  load.set_codec(kCodec);
  load.set_message(kMessage);
  *load.mutable_server() = test::server_at("socket", port, kCodec, 1);
  for (int i = 0; i < values; ++i) {
    load.add_views(view_of(i));
    load.add_expected(view_of(i));
  }
  load.set_connections(3);
  load.set_warm_up(10);
  load.set_echoes(1000);
  return load;
}

Loaded loaded(const Load& load) {
  Loaded result;
  run_load(load, result);
  return result;
}

TEST(Load, CountsEchoesOfAllConnections) {
  const Served served(find_transport("socket"), {});
  const Loaded result = loaded(load_of(served.listener->port(), 7));
  EXPECT_EQ(result.echoes(), 1000u);
  EXPECT_EQ(result.wrong() + result.failed(), 0u) << result.first().reason();
  EXPECT_EQ(result.round_trip().each_size(), 1000);
  EXPECT_EQ(result.whole().each_size(), 1000);
  EXPECT_EQ(result.sent(), result.received());
  EXPECT_EQ(served.counts.echoed, 1010u);
}

TEST(Load, KeepsItsRateAndItsTime) {
  const Served served(find_transport("socket"), {});
  Load load = load_of(served.listener->port(), 7);
  load.set_rate(1000);
  load.set_seconds(0.2);
  const Loaded result = loaded(load);
  EXPECT_EQ(result.failed(), 0u);
  EXPECT_LE(result.echoes(), 200u);
  EXPECT_GE(result.echoes(), 100u) << "or this machine is very busy";
  EXPECT_LT(result.seconds(), 0.5);
}

// Answers each payload with the one before.
TEST(Load, SeesTwoRepliesThatAreSwapped) {
  const auto swapping = accept_each({}, [](int socket, Deadline&) {
    Frames frames(socket, 1000);
    std::string before;
    for (int i = 0; frames.wait(); ++i) {
      const std::string payload(frames.take().data);
      if (i > 0) frames.send(false, before);
      before = payload;
    }
  });
  Load load = load_of(swapping->port(), 2);
  load.set_connections(1);
  load.set_warm_up(2);
  load.set_echoes(10);
  const Loaded result = loaded(load);
  EXPECT_EQ(result.wrong(), 10u);
  EXPECT_NE(result.first().reason(), "");
}

TEST(Load, CountsWhatIsRefused) {
  const Served served(find_transport("socket"), {});
  Load load = load_of(served.listener->port(), 2);
  load.mutable_server()->set_codec("json/nlohmann");
  const Loaded result = loaded(load);
  EXPECT_EQ(result.failed(), 1000u);
  EXPECT_EQ(result.first().stage(), PARSE);
  EXPECT_EQ(result.first().manner(), TYPED);
  EXPECT_EQ(result.first().by(), LIBRARY);
}

TEST(Load, EndsWithoutAServer) {
  const Loaded result = loaded(load_of(1, 2));
  EXPECT_EQ(result.failed(), 1000u);
  EXPECT_NE(result.first().reason(), "");
}

Result echoed(Client& client, const EchoServer& server, const std::string& codec) {
  Task task;
  task.set_codec(codec);
  task.set_message(kMessage);
  task.mutable_echo()->set_view(view_of(5));
  *task.mutable_echo()->mutable_server() = server;
  Result result;
  client.echo(task, result);
  return result;
}

TEST(Client, ShowsWhatCameBack) {
  const Served served(find_transport("socket"), {});
  Client client;
  const EchoServer server = test::server_at("socket", served.listener->port(), kCodec, 1);
  const Result result = echoed(client, server, kCodec);
  EXPECT_EQ(result.echoed().view(), view_of(5)) << result.ShortDebugString();
  EXPECT_EQ(result.echoed().sent(), 7u);
  const Failure refused = echoed(client, server, "json/nlohmann").echoed().refusal().decode_error();
  EXPECT_EQ(refused.manner(), TYPED) << refused.ShortDebugString();
  EXPECT_EQ(refused.by(), LIBRARY) << refused.ShortDebugString();
}

TEST(Client, OpensAConnectionAnewAfterAnError) {
  Client client;
  EchoServer server;
  {
    const Served served(find_transport("socket"), {});
    server = test::server_at("socket", served.listener->port(), kCodec, 1);
    EXPECT_TRUE(echoed(client, server, kCodec).has_echoed());
  }
  EXPECT_NE(echoed(client, server, kCodec).connection_error().reason(), "");
  const Served again(find_transport("socket"), {.port = static_cast<std::uint16_t>(server.port())});
  EXPECT_TRUE(echoed(client, server, kCodec).has_echoed());
}

}  // namespace
}  // namespace wirebed::echo
