// The program as a client: the peer, the task `echo` and the request `load`.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <string>

#include "echo/transport.h"
#include "peer.h"

namespace wirebed::echo {

class Client : public Additions {
 public:
  void introduce(Introduction& introduction) override;
  void echo(const Task& task, Result& result) override;
  void load(const Load& load, Loaded& loaded) override;

 private:
  struct Kept {
    std::unique_ptr<Connection> connection;
    std::chrono::steady_clock::time_point used;
  };

  void echo_one(const Task& task, Result& result);
  // The answer of a connection that is open, or is opened. Copied, since the connection may be closed then.
  bool exchange(const EchoServer& server, const std::string& line, const std::string& payload,
                std::string& answer);
  void close_unused();

  // Throws ConnectionError if the server is one of `silent_`.
  void refuse_silent(const std::string& server, double seconds) const;

  std::map<std::string, Kept> kept_;  // by server and line
  // Servers that let a deadline pass, until when they are not asked: a thousand echoes would each wait for
  // them.
  std::map<std::string, std::chrono::steady_clock::time_point> silent_;
};

}  // namespace wirebed::echo
