// Frames over TCP. The first frame of a connection is what its client asks for. Each connection has a thread,
// which blocks, and a deadline.
#include <sys/socket.h>

#include <optional>

#include "echo/accepting.h"
#include "echo/frames.h"
#include "echo/posix_socket.h"
#include "echo/transport.h"
#include "echo/watchdog.h"

namespace wirebed::echo {

namespace {

void echo_all(int socket, const Settings& settings, Counts& counts, Deadline& deadline) {
  Frames frames(socket, settings.max_message);
  std::optional<Echoer> echoer;
  std::string reply;
  while (true) {
    deadline.in(settings.idle);
    if (!frames.wait()) return;
    deadline.in(settings.deadline);
    Answer payload{};
    try {
      payload = frames.take();
    } catch (const TooLong& error) {
      ++counts.refused;
      frames.send(true, connection_error(error.what()));
      return frames.end();
    }
    deadline.none();  // a codec takes the time that it needs
    if (!echoer) {
      echoer.emplace(payload.data, counts);
      continue;
    }
    const bool echoed = echoer->echo(payload.data, reply);
    deadline.in(settings.deadline);
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
      : seconds_(server.deadline()),
        socket_(dial(server.host(), static_cast<std::uint16_t>(server.port()), seconds_)),
        deadline_(client_watchdog(), [this] { shutdown(socket_.get(), SHUT_RDWR); }),
        frames_(socket_.get(), kMaxReply) {
    frames_.send(false, line);
  }

  Answer exchange(std::string_view payload) override {
    deadline_.in(seconds_);
    try {
      send(payload);
      if (!frames_.wait()) throw ConnectionError("the server closed the connection");
      const Answer answer = frames_.take();
      deadline_.none();
      return answer;
    } catch (const ConnectionError& error) {
      if (deadline_.passed())
        throw ConnectionError("no reply within " + std::to_string(seconds_) + " s (" + error.what() + ")");
      throw;
    }
  }

 private:
  void send(std::string_view payload) {
    try {
      frames_.send(false, payload);
    } catch (const ConnectionError&) {
      // The server may have refused a payload, and closed the connection, before it had read it all.
      if (deadline_.passed() || !frames_.wait()) throw;
    }
  }

  const double seconds_;
  const Socket socket_;
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
