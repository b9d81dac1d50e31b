// Frames over a pair of sockets.
#include "echo/frames.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <fstream>
#include <thread>

#include "echo/posix_socket.h"

namespace wirebed::echo {
namespace {

using namespace std::string_literals;

struct Pair {
  Pair() {
    int made[2];
    socketpair(AF_UNIX, SOCK_STREAM, 0, made);
    here = Socket(made[0]).release();
    there = Socket(made[1]).release();
  }
  ~Pair() {
    close(here);
    end();
  }
  void write(std::string_view bytes) const {
    EXPECT_EQ(send(there, bytes.data(), bytes.size(), 0), std::ssize(bytes));
  }
  void end() {
    if (there >= 0) close(std::exchange(there, -1));
  }
  int here = -1, there = -1;
};

TEST(Frames, AreReadAsTheyArrive) {
  Pair pair;
  Frames frames(pair.here, 100);
  std::thread writer([&] {
    for (const char byte : "\0\0\0\x03"s + "abc" + "\x80\0\0\x02"s + "no" + "\0\0\0\0"s) {
      pair.write({&byte, 1});
      std::this_thread::yield();
    }
    pair.end();
  });
  ASSERT_TRUE(frames.wait());
  EXPECT_EQ(frames.take().data, "abc");
  ASSERT_TRUE(frames.wait());
  const Answer refusal = frames.take();
  EXPECT_TRUE(refusal.refused);
  EXPECT_EQ(refusal.data, "no");
  ASSERT_TRUE(frames.wait());
  EXPECT_EQ(frames.take().data, "");
  EXPECT_FALSE(frames.wait());
  writer.join();
}

TEST(Frames, ThatCameTogetherAreTakenOneByOne) {
  const Pair pair;
  Frames frames(pair.here, 100);
  pair.write("\0\0\0\x01"s + "a" + "\0\0\0\x01"s + "b");
  for (const char* const expected : {"a", "b"}) {
    ASSERT_TRUE(frames.wait());
    EXPECT_EQ(frames.take().data, expected);
  }
}

TEST(Frames, AreSentAsTheyAreRead) {
  const Pair pair;
  const std::string large(3 << 20, 'x');
  std::thread writer([&] { Frames(pair.there, 1).send(false, large); });
  Frames frames(pair.here, large.size());
  ASSERT_TRUE(frames.wait());
  EXPECT_EQ(frames.take().data, large);
  writer.join();
}

TEST(Frames, ThatAreTooLongAreNotRead) {
  const Pair pair;
  Frames frames(pair.here, 2);
  pair.write("\0\0\0\x03"s + "abc");
  ASSERT_TRUE(frames.wait());
  EXPECT_THROW(frames.take(), TooLong);
}

std::size_t pages_of_this_process() {
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages;
}

TEST(Frames, ReserveNothingForALengthThatIsClaimed) {
  Pair pair;
  Frames frames(pair.here, INT32_MAX);
  pair.write("\x7f\xff\xff\xff"s + "abc");
  pair.end();
  ASSERT_TRUE(frames.wait());
  const std::size_t before = pages_of_this_process();
  EXPECT_THROW(frames.take(), ConnectionError);
  EXPECT_LT(pages_of_this_process() - before, 256u);
}

}  // namespace
}  // namespace wirebed::echo
