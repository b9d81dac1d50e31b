// HTTP/1.1 by Boost.Beast: `POST /echo`, with what is asked for in the header `Wirebed-Echo`.
//
// The server's sessions are asynchronous, on a few threads; each has the timeout of beast::tcp_stream. The
// client blocks, and has a deadline like that of the raw socket.
#include <sys/socket.h>

#include <algorithm>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <optional>
#include <thread>
#include <unordered_set>
#include <vector>

#include "echo/posix_socket.h"
#include "echo/transport.h"
#include "echo/watchdog.h"

namespace wirebed::echo {

namespace {

namespace net = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using net::ip::tcp;

constexpr const char* kAsked = "Wirebed-Echo";
constexpr const char* kTarget = "/echo";
constexpr const char* kBinary = "application/octet-stream";

// Unlike string_body, this reserves nothing for the length that a header claims.
using GrowingBody = http::basic_dynamic_body<beast::flat_buffer>;

std::string_view data_of(const beast::flat_buffer& body) {
  return {static_cast<const char*>(body.data().data()), body.size()};
}

std::chrono::nanoseconds span(double seconds) {
  return std::chrono::nanoseconds(static_cast<std::int64_t>(seconds * 1e9));
}

// The state that all sessions of a listener share.
struct Hall {
  const Settings settings;
  Counts& counts;
  std::atomic<std::size_t> sessions = 0;
  net::io_context context;  // the last member, since it destroys the sessions that are left
};

// One client. Its handlers run one after the other.
class Session : public std::enable_shared_from_this<Session> {
 public:
  Session(tcp::socket socket, Hall& hall) : hall_(hall), stream_(std::move(socket)) { ++hall_.sessions; }
  ~Session() { --hall_.sessions; }

  // The next request, which has until the timeout to be here, and its response to be taken.
  void wait() {
    stream_.expires_after(span(hall_.settings.idle));
    parser_.emplace();
    parser_->body_limit(hall_.settings.max_message);
    http::async_read(
        stream_, buffer_, *parser_,
        [self = shared_from_this()](beast::error_code error, std::size_t) { self->answer(error); });
  }

 private:
  static constexpr std::size_t kFirst = 16 << 10;
  // Bytes that are read before they are understood: not a body, but a head, a trailer, the line of a chunk.
  static constexpr std::size_t kMostHead = 64 << 10;

  void answer(beast::error_code error) {
    response_ = {};
    response_.version(11);
    response_.set(http::field::content_type, kBinary);
    if (error == http::error::body_limit) {
      ++hall_.counts.refused;
      refuse(http::status::payload_too_large, error.message());
    } else if (error == http::error::header_limit) {
      refuse(http::status::request_header_fields_too_large, error.message());
    } else if (error && error.category() == http::make_error_code(http::error::bad_method).category() &&
               error != http::error::end_of_stream && error != http::error::partial_message) {
      refuse(http::status::bad_request, error.message());
    } else if (error) {
      return;
    } else if (parser_->get().target() != kTarget) {
      refuse(http::status::not_found, "only /echo is here");
    } else if (parser_->get().method() != http::verb::post) {
      refuse(http::status::method_not_allowed, "only POST is answered");
    } else if (parser_->get().count(kAsked) == 0) {
      refuse(http::status::bad_request, "the header Wirebed-Echo is missing");
    } else {
      echo();
    }
    send();
  }

  // A request that is no call. What follows it in the connection is unknown.
  void refuse(http::status status, const std::string& reason) {
    response_.result(status);
    response_.body() = connection_error(reason);
    response_.keep_alive(false);
  }

  void echo() {
    const auto& request = parser_->get();
    const beast::string_view asked = request[kAsked];
    if (!echoer_ || asked_ != asked) {
      asked_ = std::string(asked);
      echoer_.emplace(asked_, hall_.settings.max_message, hall_.counts);
    }
    response_.keep_alive(request.keep_alive());
    stream_.expires_never();  // a codec takes the time that it needs
    const bool echoed = echoer_->echo(data_of(request.body()), response_.body());
    response_.result(echoed ? http::status::ok : http::status::unprocessable_entity);
  }

  void send() {
    stream_.expires_after(span(hall_.settings.idle));
    parser_.reset();  // its memory is that of the payload
    response_.prepare_payload();
    http::async_write(stream_, response_, [self = shared_from_this()](beast::error_code error, std::size_t) {
      if (error) return;
      if (self->response_.keep_alive()) return self->wait();
      self->drop_rest();
    });
  }

  // Reads what a refused client still sends, so that the system does not drop the reply with the connection.
  void drop_rest() {
    beast::error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    buffer_.clear();
    drop_some();
  }

  void drop_some() {
    stream_.async_read_some(buffer_.prepare(kFirst),
                            [self = shared_from_this()](beast::error_code error, std::size_t) {
                              if (!error) self->drop_some();
                            });
  }

  Hall& hall_;
  beast::tcp_stream stream_;
  beast::flat_buffer buffer_{kMostHead};
  std::optional<http::request_parser<GrowingBody>> parser_;
  http::response<http::string_body> response_;
  std::string asked_;
  std::optional<Echoer> echoer_;
};

// Accepts clients, and runs their handlers.
class Serving {
 public:
  Serving(const Settings& settings, Counts& counts)
      : hall_{.settings = settings, .counts = counts, .sessions = 0, .context = {}},
        acceptor_(hall_.context),
        pause_(hall_.context) {
    acceptor_.assign(tcp::v4(), listen_on(settings.bind, settings.port).release());
    accept();
    const unsigned count = std::max(4u, std::thread::hardware_concurrency());
    for (unsigned i = 0; i < count; ++i) threads_.emplace_back([this] { hall_.context.run(); });
  }

  // The context destroys the sessions that are left, and so closes their sockets.
  ~Serving() {
    hall_.context.stop();
    for (std::thread& thread : threads_) thread.join();
  }

  std::uint16_t port() { return acceptor_.local_endpoint().port(); }

 private:
  void accept() {
    acceptor_.async_accept(net::make_strand(hall_.context),
                           [this](beast::error_code error, tcp::socket socket) {
                             if (error) {
                               // No descriptor is left, for one: the next client waits.
                               pause_.expires_after(std::chrono::milliseconds(20));
                               return pause_.async_wait([this](beast::error_code) { accept(); });
                             }
                             if (hall_.sessions < hall_.settings.max_connections) begin(std::move(socket));
                             accept();
                           });
  }

  void begin(tcp::socket socket) {
    beast::error_code ignored;
    socket.set_option(tcp::no_delay(true), ignored);
    const auto executor = socket.get_executor();
    net::dispatch(executor,
                  [session = std::make_shared<Session>(std::move(socket), hall_)] { session->wait(); });
  }

  Hall hall_;
  tcp::acceptor acceptor_;
  net::steady_timer pause_;
  std::vector<std::thread> threads_;
};

class HttpListener : public Listener {
 public:
  HttpListener(const Settings& settings, Counts& counts)
      : serving_(std::make_unique<Serving>(settings, counts)), port_(serving_->port()) {}

  std::uint16_t port() const override { return port_; }
  void close() override { serving_.reset(); }

 private:
  std::unique_ptr<Serving> serving_;
  const std::uint16_t port_;
};

std::unique_ptr<Listener> serve(const Settings& settings, Counts& counts) {
  return std::make_unique<HttpListener>(settings, counts);
}

class HttpConnection : public Connection {
 public:
  HttpConnection(const EchoServer& server, const std::string& line)
      : socket_(context_),
        seconds_(server.deadline()),
        deadline_(client_watchdog(), [this] { shutdown(socket_.native_handle(), SHUT_RDWR); }) {
    const auto port = static_cast<std::uint16_t>(server.port());
    socket_.assign(tcp::v4(), dial(server.host(), port, server.deadline()).release());
    head_.method(http::verb::post);
    head_.target(kTarget);
    head_.version(11);
    head_.set(http::field::host, server.host() + ":" + std::to_string(port));
    head_.set(http::field::content_type, kBinary);
    head_.set(kAsked, line);
  }

  Answer exchange(std::string_view payload) override {
    return answer_within(deadline_, seconds_, [&] { return once(payload); });
  }

 private:
  Answer once(std::string_view payload) {
    http::request<http::span_body<const char>> request(head_);
    request.body() = {payload.data(), payload.size()};
    request.prepare_payload();
    beast::error_code unsent, error;
    http::write(socket_, request, unsent);
    // The server may have refused the payload before it had read it all.
    parser_.emplace();
    parser_->body_limit(kMaxReply);
    http::read(socket_, buffer_, *parser_, error);
    if (error) throw ConnectionError(unsent ? unsent.message() : error.message());
    const auto& response = parser_->get();
    const bool refused = response.result() == http::status::unprocessable_entity;
    if (!refused && response.result() != http::status::ok) {
      throw ConnectionError("HTTP status " + std::to_string(response.result_int()) + " " +
                            std::string(response.reason()));
    }
    return {refused, data_of(response.body())};
  }

  net::io_context context_;
  tcp::socket socket_;
  const double seconds_;
  Deadline deadline_;
  http::request_header<> head_;
  beast::flat_buffer buffer_;
  std::optional<http::response_parser<GrowingBody>> parser_;
};

std::unique_ptr<Connection> connect(const EchoServer& server, const std::string& line) {
  return std::make_unique<HttpConnection>(server, line);
}

}  // namespace

extern const Transport kHttp;
const Transport kHttp = {.name = "http", .serve = &serve, .connect = &connect};

}  // namespace wirebed::echo
