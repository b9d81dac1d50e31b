// Frames on a socket: a length in four bytes, the highest first, and that many bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "echo/transport.h"

namespace wirebed::echo {

// A frame that is longer than this side reads. Its bytes are still to come.
class TooLong : public ConnectionError {
 public:
  using ConnectionError::ConnectionError;
};

class Frames {
 public:
  Frames(int socket, std::size_t most) : socket_(socket), most_(most) {}

  // Waits for the first bytes of a frame. False if the other side ended instead.
  bool wait();
  // Reads the rest of the frame. Its data live until the next wait.
  Answer take() { return take(most_); }
  // The same for a frame that has at most so many bytes.
  Answer take(std::size_t most);
  void send(bool refused, std::string_view data);
  // Says that nothing else will be sent, and reads what still comes, so that the system does not drop the
  // last frame with the connection.
  void end();

 private:
  bool receive();
  void reserve(std::size_t size);

  const int socket_;
  const std::size_t most_;
  // The bytes from `begin_` to `end_` were received and not taken yet. The buffer grows only when it is full
  // of bytes that have arrived, whatever length a frame claims.
  std::unique_ptr<char[]> buffer_;
  std::size_t capacity_ = 0;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

}  // namespace wirebed::echo
