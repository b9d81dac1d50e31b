// One system call for a frame in each direction, where the frame fits the buffer.
#include "echo/frames.h"

#include <sys/socket.h>
#include <sys/uio.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "echo/posix_socket.h"

namespace wirebed::echo {

namespace {

constexpr std::size_t kHeader = 4;
constexpr std::size_t kBuffer = 64 << 10;
constexpr std::size_t kKept = 1 << 20;  // a larger buffer is given back after its frame
constexpr std::uint32_t kRefused = 0x8000'0000;

std::uint32_t load(const char* bytes) {
  std::uint32_t value = 0;
  std::memcpy(&value, bytes, kHeader);
  return __builtin_bswap32(value);
}

}  // namespace

bool Frames::wait() {
  if (begin_ < end_) return true;
  begin_ = end_ = 0;
  if (capacity_ > kKept) capacity_ = 0;
  if (capacity_ == 0) reserve(kBuffer);
  return receive();
}

Answer Frames::take(std::size_t most) {
  while (end_ - begin_ < kHeader) {
    if (!receive()) throw ConnectionError("the connection ended inside a frame");
  }
  const std::uint32_t header = load(buffer_.get() + begin_);
  const std::size_t size = header & ~kRefused;
  if (size > most) {
    throw TooLong(too_long("a frame", size, most));
  }
  while (end_ - begin_ < kHeader + size) {
    if (!receive()) throw ConnectionError("the connection ended inside a frame");
  }
  const std::string_view data(buffer_.get() + begin_ + kHeader, size);
  begin_ += kHeader + size;
  return {(header & kRefused) != 0, data};
}

// False at the end. Makes room at the end of the buffer first: by moving the bytes to its beginning, or by
// doubling it.
bool Frames::receive() {
  if (end_ == capacity_) {
    if (begin_ > 0) {
      std::memmove(buffer_.get(), buffer_.get() + begin_, end_ - begin_);
      end_ -= std::exchange(begin_, 0);
    } else {
      reserve(2 * capacity_);
    }
  }
  while (true) {
    const ssize_t got = recv(socket_, buffer_.get() + end_, capacity_ - end_, 0);
    if (got > 0) end_ += static_cast<std::size_t>(got);
    if (got >= 0) return got > 0;
    if (errno != EINTR) throw ConnectionError(error_text("recv"));
  }
}

void Frames::reserve(std::size_t size) {
  auto larger = std::make_unique_for_overwrite<char[]>(size);
  if (end_ > 0) std::memcpy(larger.get(), buffer_.get(), end_);
  buffer_ = std::move(larger);
  capacity_ = size;
}

void Frames::send(bool refused, std::string_view data) {
  if (data.size() >= kRefused)
    throw ConnectionError("a frame cannot have " + std::to_string(data.size()) + " bytes");
  std::uint32_t header =
      __builtin_bswap32(static_cast<std::uint32_t>(data.size()) | (refused ? kRefused : 0));
  iovec parts[] = {{&header, kHeader}, {const_cast<char*>(data.data()), data.size()}};
  msghdr message{};
  message.msg_iov = parts;
  message.msg_iovlen = 2;
  while (parts[0].iov_len + parts[1].iov_len > 0) {
    const ssize_t sent = sendmsg(socket_, &message, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) throw ConnectionError(error_text("send"));
    std::size_t rest = static_cast<std::size_t>(sent);
    for (iovec& part : parts) {
      const std::size_t done = std::min(rest, part.iov_len);
      part.iov_base = static_cast<char*>(part.iov_base) + done;
      part.iov_len -= done;
      rest -= done;
    }
  }
}

void Frames::end() {
  shutdown(socket_, SHUT_WR);
  begin_ = end_ = 0;
  while (receive()) end_ = 0;
}

}  // namespace wirebed::echo
