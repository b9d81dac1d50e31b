// gRPC by grpc++: EchoService of proto/wirebed/echo.proto, with what is asked for in the metadata
// `wirebed-echo`. Both transports have the same service; a client of `grpc-stream` has one call for all its
// payloads.
#include <grpc/grpc.h>
#include <grpcpp/grpcpp.h>

#include <chrono>
#include <memory>

#include "echo/transport.h"
#include "echo/watchdog.h"
#include "wirebed/echo.grpc.pb.h"

namespace wirebed::echo {

namespace {

constexpr const char* kAsked = "wirebed-echo";
constexpr std::size_t kAround = 16;  // bytes of a message around its data
constexpr int kCallsOfConnection = 100;
// The memory of all messages that arrive, in the longest payloads. The library sees that one is too long when
// it is there, and breaks off calls before.
constexpr std::size_t kPayloadsInMemory = 4;

std::string address(const std::string& host, unsigned port) {
  const bool is_ipv6 = host.find(':') != std::string::npos;
  return (is_ipv6 ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

int milliseconds(double seconds) { return static_cast<int>(seconds * 1000) + 1; }

std::chrono::system_clock::time_point after(double seconds) {
  return std::chrono::system_clock::now() + std::chrono::milliseconds(milliseconds(seconds));
}

// A call of either kind is a stream to the server: so it knows of a call before the payload is there.
class Service final : public EchoService::WithStreamedUnaryMethod_One<EchoService::Service> {
 public:
  Service(const Settings& settings, Counts& counts) : settings_(settings), counts_(counts) {}

  grpc::Status StreamedOne(grpc::ServerContext* call,
                           grpc::ServerUnaryStreamer<Payload, EchoReply>* stream) override {
    return echo_all(*call, *stream, 1);
  }
  grpc::Status Many(grpc::ServerContext* call,
                    grpc::ServerReaderWriter<EchoReply, Payload>* stream) override {
    return echo_all(*call, *stream, SIZE_MAX);
  }

  void close() { closed_ = true; }

 private:
  template <class Stream>
  grpc::Status echo_all(grpc::ServerContext& call, Stream& stream, std::size_t most) {
    Deadline deadline(watchdog_, [&call] { call.TryCancel(); });
    Echoer echoer = asked_of(call);
    Payload payload;
    EchoReply reply;
    for (std::size_t i = 0; i < most; ++i) {
      deadline.arm(settings_.idle);
      if (!stream.Read(&payload)) break;
      deadline.disarm();  // a codec takes the time that it needs
      if (payload.data().size() > settings_.max_message) {
        return {grpc::StatusCode::RESOURCE_EXHAUSTED,
                too_long("a payload", payload.data().size(), settings_.max_message)};
      }
      echo(payload, echoer, reply);
      deadline.arm(settings_.idle);
      if (!stream.Write(reply)) break;
    }
    deadline.disarm();
    if (!call.IsCancelled()) return grpc::Status::OK;
    // By the client, by its deadline or by ours; the end of the server is not counted.
    if (!closed_) ++counts_.cancelled;
    return grpc::Status::CANCELLED;
  }

  Echoer asked_of(const grpc::ServerContext& call) {
    const auto found = call.client_metadata().find(kAsked);
    const grpc::string_ref line = found == call.client_metadata().end() ? grpc::string_ref() : found->second;
    return Echoer({line.data(), line.size()}, settings_.max_message, counts_);
  }

  static void echo(const Payload& payload, Echoer& echoer, EchoReply& reply) {
    std::string data;
    if (echoer.echo(payload.data(), data))
      reply.set_data(std::move(data));
    else
      reply.set_refusal(std::move(data));
  }

  const Settings settings_;
  Counts& counts_;
  Watchdog watchdog_;
  std::atomic<bool> closed_ = false;
};

class GrpcListener : public Listener {
 public:
  GrpcListener(const Settings& settings, Counts& counts) : service_(settings, counts) {
    grpc::ServerBuilder builder;
    builder.RegisterService(&service_);
    builder.AddListeningPort(address(settings.bind, settings.port), grpc::InsecureServerCredentials(),
                             &port_);
    set_limits(settings, builder);
    server_ = builder.BuildAndStart();
    if (server_ == nullptr) throw ConnectionError("gRPC cannot start a server");
  }

  ~GrpcListener() override {
    close();
    server_->Wait();
  }

  std::uint16_t port() const override { return static_cast<std::uint16_t>(port_); }

  void close() override {
    service_.close();
    server_->Shutdown(std::chrono::system_clock::now());
  }

 private:
  static void set_limits(const Settings& settings, grpc::ServerBuilder& builder) {
    const int most = static_cast<int>(std::min<std::size_t>(settings.max_message + kAround, INT_MAX));
    builder.SetMaxReceiveMessageSize(most);
    builder.SetMaxSendMessageSize(static_cast<int>(kMaxReply));
    // A call has a thread while it is open.
    grpc::ResourceQuota quota("echo");
    quota.Resize(kPayloadsInMemory * settings.max_message + (16 << 20));
    quota.SetMaxThreads(static_cast<int>(settings.max_connections));
    builder.SetResourceQuota(quota);
    builder.AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS, kCallsOfConnection);
    // Two servers on one port would each get some of the clients.
    builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
    builder.AddChannelArgument(GRPC_ARG_MAX_CONNECTION_IDLE_MS, milliseconds(settings.idle));
    // A client that says nothing gets a ping: half of the time is for that, and half for its answer.
    builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIME_MS, milliseconds(settings.idle / 2));
    builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, milliseconds(settings.idle / 2));
    builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
    builder.AddChannelArgument(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);
  }

  int port_ = 0;
  Service service_;
  std::unique_ptr<grpc::Server> server_;
};

std::unique_ptr<Listener> serve(const Settings& settings, Counts& counts) {
  return std::make_unique<GrpcListener>(settings, counts);
}

[[noreturn]] void throw_status(const grpc::Status& status) {
  static constexpr const char* names[] = {
      "OK",        "CANCELLED",      "UNKNOWN",           "INVALID_ARGUMENT",   "DEADLINE_EXCEEDED",
      "NOT_FOUND", "ALREADY_EXISTS", "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION",
      "ABORTED",   "OUT_OF_RANGE",   "UNIMPLEMENTED",     "INTERNAL",           "UNAVAILABLE",
      "DATA_LOSS", "UNAUTHENTICATED"};
  const auto code = static_cast<std::size_t>(status.error_code());
  throw ConnectionError((code < std::size(names) ? names[code] : std::to_string(code)) +
                        (": " + status.error_message()));
}

// The parts that both kinds of connection have.
class GrpcConnection : public Connection {
 public:
  GrpcConnection(const EchoServer& server, const std::string& line)
      : seconds_(server.deadline()), line_(line), stub_(EchoService::NewStub(channel_to(server))) {}

 protected:
  static Answer answer_of(const EchoReply& reply) {
    if (reply.reply_case() == EchoReply::REPLY_NOT_SET)
      throw ConnectionError("a reply without data and refusal");
    return {reply.has_refusal(), reply.has_refusal() ? reply.refusal() : reply.data()};
  }

  const double seconds_;
  const std::string line_;
  const std::unique_ptr<EchoService::Stub> stub_;
  Payload payload_;
  EchoReply reply_;

 private:
  static std::shared_ptr<grpc::Channel> channel_to(const EchoServer& server) {
    grpc::ChannelArguments arguments;
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL,
                     1);  // otherwise channels to one server share a connection
    arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
    arguments.SetMaxReceiveMessageSize(static_cast<int>(kMaxReply));
    arguments.SetMaxSendMessageSize(static_cast<int>(kMaxReply));
    return grpc::CreateCustomChannel(address(server.host(), server.port()),
                                     grpc::InsecureChannelCredentials(), arguments);
  }
};

class UnaryConnection : public GrpcConnection {
 public:
  using GrpcConnection::GrpcConnection;

  Answer exchange(std::string_view payload) override {
    grpc::ClientContext call;
    call.AddMetadata(kAsked, line_);
    call.set_deadline(after(seconds_));
    payload_.set_data(payload.data(), payload.size());
    const grpc::Status status = stub_->One(&call, payload_, &reply_);
    if (!status.ok()) throw_status(status);
    return answer_of(reply_);
  }
};

class StreamConnection : public GrpcConnection {
 public:
  StreamConnection(const EchoServer& server, const std::string& line)
      : GrpcConnection(server, line), deadline_(client_watchdog(), [this] { call_.TryCancel(); }) {
    call_.AddMetadata(kAsked, line_);
  }

  ~StreamConnection() override {
    if (stream_ == nullptr || ended_) return;
    try {
      answer_within(deadline_, seconds_, [this]() -> Answer {
        stream_->WritesDone();
        stream_->Finish();
        return {};
      });
    } catch (const ConnectionError&) {
      // The server is too slow to say goodbye.
    }
  }

  Answer exchange(std::string_view payload) override {
    payload_.set_data(payload.data(), payload.size());
    return answer_within(deadline_, seconds_, [this] {
      if (stream_ == nullptr) stream_ = stub_->Many(&call_);
      if (stream_->Write(payload_) && stream_->Read(&reply_)) return answer_of(reply_);
      ended_ = true;
      const grpc::Status status = stream_->Finish();
      if (status.ok()) throw ConnectionError("the server ended the stream");
      throw_status(status);
    });
  }

 private:
  grpc::ClientContext call_;
  std::unique_ptr<grpc::ClientReaderWriter<Payload, EchoReply>> stream_;
  bool ended_ = false;
  Deadline deadline_;  // the last member, since its end uses the call
};

template <class Kind>
std::unique_ptr<Connection> connect(const EchoServer& server, const std::string& line) {
  return std::make_unique<Kind>(server, line);
}

}  // namespace

extern const Transport kGrpc, kGrpcStream;
const Transport kGrpc = {.name = "grpc", .serve = &serve, .connect = &connect<UnaryConnection>};
const Transport kGrpcStream = {.name = "grpc-stream", .serve = &serve, .connect = &connect<StreamConnection>};

}  // namespace wirebed::echo
