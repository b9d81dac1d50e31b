// Starts a thread for each connection, and adds up what they count.
#include "echo/load.h"

#include <algorithm>
#include <barrier>
#include <system_error>
#include <thread>

#include "echo/load_connection.h"
#include "echo/transports.h"
#include "failures.h"
#include "registry.h"

namespace wirebed::echo {

namespace {

// The part of `all` that connection `index` of `count` takes.
std::uint64_t share(std::uint64_t all, std::uint64_t index, std::uint64_t count) {
  return all / count + (index < all % count ? 1 : 0);
}

Plan plan_of(const Load& load) {
  if (load.views_size() == 0 || load.views_size() != load.expected_size())
    throw UnsupportedError("a load has values, and as many expected ones");
  if (load.message().empty()) throw UnsupportedError("a value without a schema is encoded or decoded only");
  Plan plan{.load = load,
            .endpoint = find_endpoint(load.codec(), load.message()),
            .options = Options(load.options().begin(), load.options().end()),
            .transport = find_transport(load.server().transport()),
            .objects = {}};
  for (const std::string& view : load.views()) {
    OwnedObject held(plan.endpoint);
    held.object = plan.endpoint.build(view);
    plan.objects.push_back(std::move(held));
  }
  return plan;
}

void add(const LoadTally& tally, Loaded& loaded) {
  loaded.set_echoes(loaded.echoes() + tally.echoes);
  loaded.set_wrong(loaded.wrong() + tally.wrong);
  loaded.set_failed(loaded.failed() + tally.failed);
  loaded.set_sent(loaded.sent() + tally.sent);
  loaded.set_received(loaded.received() + tally.received);
  if (!loaded.has_first() && tally.first) *loaded.mutable_first() = *tally.first;
  loaded.mutable_round_trip()->mutable_each()->Add(tally.round_trips.begin(), tally.round_trips.end());
  loaded.mutable_whole()->mutable_each()->Add(tally.wholes.begin(), tally.wholes.end());
}

// One thread: the warm-up, the common beginning, and the echoes that count.
template <class Barrier>
void run_connection(const Plan& plan, std::uint64_t index, Barrier& all_warm, const Clock::time_point& begin,
                    LoadTally& tally) {
  const Load& load = plan.load;
  const std::uint64_t count = std::max(load.connections(), 1u);
  LoadConnection connection(plan, index);
  LoadTally warm_up;
  connection.echo_all(share(load.warm_up(), index, count), Clock::now(), false, warm_up);
  all_warm.arrive_and_wait();
  connection.echo_all(share(load.echoes(), index, count), begin, load.rate() > 0, tally);
}

void run(const Load& load, Loaded& loaded) {
  const Plan plan = plan_of(load);
  const std::uint64_t count = std::max(load.connections(), 1u);
  std::vector<LoadTally> tallies(count);
  Clock::time_point begin;
  std::barrier all_warm(static_cast<std::ptrdiff_t>(count), [&begin]() noexcept { begin = Clock::now(); });
  std::vector<std::thread> threads;
  for (std::uint64_t i = 0; i < count; ++i) {
    try {
      threads.emplace_back([&, i] { run_connection(plan, i, all_warm, begin, tallies[i]); });
    } catch (const std::system_error& error) {  // no room for one more thread
      tallies[i].failed = share(load.echoes(), i, count);
      describe_connection(error, tallies[i].first.emplace());
      all_warm.arrive_and_drop();
    }
  }
  for (std::thread& thread : threads) thread.join();
  Clock::time_point end = begin;
  for (const LoadTally& tally : tallies) {
    add(tally, loaded);
    end = std::max(end, tally.end);
  }
  loaded.set_seconds(std::chrono::duration<double>(end - begin).count());
}

}  // namespace

void run_load(const Load& load, Loaded& loaded) {
  try {
    run(load, loaded);
  } catch (const std::exception& error) {
    // Not one echo was begun, and no library was asked for anything.
    loaded.set_failed(load.echoes());
    describe(error, FailureStage::kBuild, About{}, *loaded.mutable_first());
  }
}

void describe_connection(const std::exception& error, Failure& failure) {
  describe(error, FailureStage::kUse, failure);
  failure.set_stage(STAGE_UNSPECIFIED);
  failure.clear_type();
}

}  // namespace wirebed::echo
