// Frames over TCP. The first frame of a connection is what its client asks for. Each connection has a thread,
// which blocks, and a deadline.
#include <sys/socket.h>

#include <optional>

#include "echo/accepting.h"
#include "echo/frames.h"
#include "echo/posix_socket.h"
#include "echo/request.h"
#include "echo/transport.h"
#include "echo/watchdog.h"

namespace wirebed::echo {

namespace {

void echo_all(int socket, const Settings& settings, Counts& counts, Deadline& deadline) {
  Frames frames(socket, settings.max_message);
  std::optional<Echoer> echoer;
  std::string reply;
  while (true) {
    deadline.arm(settings.idle);
    if (!frames.wait()) return;
    Answer payload{};
    try {
      payload = frames.take(echoer ? settings.max_message : kLongestLine);
    } catch (const TooLong& error) {
      ++counts.refused;
      frames.send(true, connection_error(error.what()));
      return frames.end();
    }
    if (!echoer) {
      echoer.emplace(payload.data, settings.max_message, counts);
      continue;
    }
    deadline.disarm();  // a codec takes the time that it needs
    const bool echoed = echoer->echo(payload.data, reply);
    deadline.arm(settings.idle);
    frames.send(!echoed, reply);
  }
}

std::unique_ptr<Listener> serve(const Settings& settings, Counts& counts) {
  return accept_each(settings, [settings, &counts](int socket, Deadline& deadline) {
    echo_all(socket, settings, counts, deadline);
  });
}

class SocketConnection : public Connection {
 public:
  SocketConnection(const EchoServer& server, const std::string& line)
      : socket_(dial(server.host(), static_cast<std::uint16_t>(server.port()), server.deadline())),
        seconds_(server.deadline()),
        deadline_(client_watchdog(), [this] { shutdown(socket_.get(), SHUT_RDWR); }),
        frames_(socket_.get(), kMaxReply) {
    frames_.send(false, line);
  }

  Answer exchange(std::string_view payload) override {
    return answer_within(deadline_, seconds_, [&] { return once(payload); });
  }

 private:
  Answer once(std::string_view payload) {
    try {
      frames_.send(false, payload);
    } catch (const ConnectionError&) {
      // The server may have refused the payload, and closed the connection, before it had read it all.
      if (deadline_.expired() || !frames_.wait()) throw;
    }
    if (!frames_.wait()) throw ConnectionError("the server closed the connection");
    return frames_.take();
  }

  const Socket socket_;
  const double seconds_;
  Deadline deadline_;
  Frames frames_;
};

std::unique_ptr<Connection> connect(const EchoServer& server, const std::string& line) {
  return std::make_unique<SocketConnection>(server, line);
}

}  // namespace

extern const Transport kSocket;
const Transport kSocket = {.name = "socket", .serve = &serve, .connect = &connect};

}  // namespace wirebed::echo
