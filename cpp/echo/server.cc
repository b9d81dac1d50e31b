// Starts the listeners, says so, and ends them.
#include "echo/server.h"

#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <future>

#include "echo/transports.h"

namespace wirebed::echo {

namespace {

constexpr auto kMostToClose = std::chrono::milliseconds(1500);

// A descriptor that can be read when a signal asks the program to end. The threads of the libraries, which
// begin later, do not get the signals either.
int end_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  return signalfd(-1, &signals, SFD_CLOEXEC);
}

void wait_for_end(int signals) {
  while (true) {
    pollfd waited[] = {{STDIN_FILENO, POLLIN, 0}, {signals, POLLIN, 0}};
    if (poll(waited, 2, -1) < 0) continue;
    if (waited[1].revents != 0) return;
    char ignored[4096];
    if (waited[0].revents != 0 && read(STDIN_FILENO, ignored, sizeof ignored) <= 0) return;
  }
}

// Each connection has a descriptor.
void allow_descriptors() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace

void serve_until_asked(const Settings& settings, const std::vector<std::string>& names) {
  signal(SIGPIPE, SIG_IGN);
  const int signals = end_signals();
  allow_descriptors();
  Counts counts;
  std::vector<std::unique_ptr<Listener>> listeners;
  Settings mine = settings;
  for (const Transport& transport : transports()) {
    if (!names.empty() && std::find(names.begin(), names.end(), transport.name) == names.end()) continue;
    listeners.push_back(transport.serve(mine, counts));
    std::printf("ready %s %u\n", transport.name, listeners.back()->port());
    if (mine.port != 0) ++mine.port;
  }
  std::puts("ready");
  std::fflush(stdout);

  wait_for_end(signals);
  // A codec that still works is not waited for.
  const auto closed = std::async(std::launch::async, [&] {
    for (const auto& listener : listeners) listener->close();
    listeners.clear();
  });
  closed.wait_for(kMostToClose);
  std::printf("echoed %ju refused %ju cancelled %ju\n", std::uintmax_t{counts.echoed},
              std::uintmax_t{counts.refused}, std::uintmax_t{counts.cancelled});
  std::fflush(stdout);
  std::_Exit(0);
}

}  // namespace wirebed::echo
