// An echo of protobuf over a raw socket, written by hand without a class of Wirebed. `make echo-ruler`
// compares its time with that of the echo program.
//
//   wirebed-echo-ruler serve                     prints "ready PORT", and serves until stdin ends
//   wirebed-echo-ruler client PORT COUNT FILE    prints the seconds of COUNT echoes of the Persons in FILE
#include <arpa/inet.h>
#include <google/protobuf/util/message_differencer.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "interop/seeds/person.pb.h"

namespace {

// As the frames of the echo program: four bytes of length, one system call in each direction.
struct Line {
  int socket;
  std::vector<char> buffer = std::vector<char>(64 << 10);

  void send(const std::string& data) const {
    std::uint32_t length = htonl(static_cast<std::uint32_t>(data.size()));
    iovec parts[] = {{&length, 4}, {const_cast<char*>(data.data()), data.size()}};
    msghdr message{};
    message.msg_iov = parts;
    message.msg_iovlen = 2;
    if (sendmsg(socket, &message, MSG_NOSIGNAL) != static_cast<ssize_t>(4 + data.size())) std::abort();
  }

  // The size of the frame that stands in the buffer behind four bytes, or -1 at the end.
  int receive() {
    std::size_t end = 0;
    while (true) {
      std::uint32_t length = 0;
      std::memcpy(&length, buffer.data(), 4);
      if (end >= 4 && end >= 4 + ntohl(length)) return static_cast<int>(ntohl(length));
      if (end == buffer.size()) buffer.resize(2 * end);
      const ssize_t got = recv(socket, buffer.data() + end, buffer.size() - end, 0);
      if (got <= 0) return -1;
      end += static_cast<std::size_t>(got);
    }
  }
};

sockaddr_in loopback(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

void echo_at_once(int socket) {
  const int on = 1;
  setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

void serve() {
  const int listener = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address = loopback(0);
  socklen_t size = sizeof address;
  if (bind(listener, reinterpret_cast<sockaddr*>(&address), size) != 0 || listen(listener, 8) != 0)
    std::abort();
  getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size);
  std::printf("ready %d\n", ntohs(address.sin_port));
  std::fflush(stdout);
  while (true) {
    pollfd waited[] = {{STDIN_FILENO, POLLIN, 0}, {listener, POLLIN, 0}};
    poll(waited, 2, -1);
    if (waited[0].revents != 0) return;
    Line line{accept(listener, nullptr, nullptr)};
    echo_at_once(line.socket);
    std::string reply;
    for (int length; (length = line.receive()) >= 0; line.send(reply)) {
      interop::Person person;
      if (!person.ParseFromArray(line.buffer.data() + 4, length)) std::abort();
      person.SerializeToString(&reply);
    }
    close(line.socket);
  }
}

double echo(Line& line, const interop::People& people, int count) {
  std::chrono::duration<double> spent{};
  std::string payload;
  for (int i = 0; i < count; ++i) {
    const interop::Person& sent = people.people(i % people.people_size());
    const auto begin = std::chrono::steady_clock::now();
    sent.SerializeToString(&payload);
    line.send(payload);
    const int length = line.receive();
    interop::Person person;
    if (length < 0 || !person.ParseFromArray(line.buffer.data() + 4, length)) std::abort();
    spent += std::chrono::steady_clock::now() - begin;
    if (!google::protobuf::util::MessageDifferencer::Equals(person, sent)) {
      std::fputs("another person came back\n", stderr);
      std::abort();
    }
  }
  return spent.count();
}

void ask(int port, int count, const char* path) {
  std::ifstream file(path, std::ios::binary);
  interop::People people;
  if (!people.ParseFromIstream(&file) || people.people_size() == 0) std::abort();
  Line line{socket(AF_INET, SOCK_STREAM, 0)};
  const sockaddr_in address = loopback(port);
  if (connect(line.socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) std::abort();
  echo_at_once(line.socket);
  echo(line, people, count / 5);
  std::printf("%.9f\n", echo(line, people, count));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::strcmp(argv[1], "serve") == 0) {
    serve();
  } else if (argc == 5 && std::strcmp(argv[1], "client") == 0) {
    ask(std::atoi(argv[2]), std::atoi(argv[3]), argv[4]);
  } else {
    return 2;
  }
}
