// The clock around an echo, and the check behind it.
#include "echo/load_connection.h"

#include <sys/prctl.h>

#include <algorithm>
#include <cmath>
#include <thread>

#include "echo/load.h"
#include "echo/request.h"

namespace wirebed::echo {

namespace {

// A server that is gone is asked a few times, and not as fast as it refuses.
constexpr auto kBeforeRetry = std::chrono::milliseconds(300);
constexpr int kMostLost = 3;

constexpr std::uint64_t kMostReserved = 1 << 20;

std::uint64_t nanoseconds(Clock::duration duration) {
  return static_cast<std::uint64_t>(std::chrono::nanoseconds(duration).count());
}

Clock::duration seconds(double value) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(value));
}

// The failure of a result that has one.
Failure failure_of(const Result& result) {
  if (result.has_decode_error()) return result.decode_error();
  if (result.has_encode_error()) return result.encode_error();
  if (result.has_internal_error()) return result.internal_error();
  if (result.has_connection_error()) return result.connection_error();
  Failure failure;
  failure.set_reason(result.has_unsupported() ? result.unsupported().reason()
                                              : "a refusal that is no wirebed.Result");
  return failure;
}

}  // namespace

LoadConnection::LoadConnection(const Plan& plan, std::uint64_t index)
    : plan_(plan),
      index_(index),
      line_(line_of({plan.load.server().codec(), plan.load.message(), plan.options})),
      next_(index % plan.objects.size()),
      right_(plan.objects.size()) {}

void LoadConnection::echo_all(std::uint64_t count, Clock::time_point begin, bool paced, LoadTally& tally) {
  tally.round_trips.reserve(std::min(count, kMostReserved));
  tally.wholes.reserve(std::min(count, kMostReserved));
  const Load& load = plan_.load;
  // Otherwise the system may end a pause 50 µs late, which would be counted as the server's.
  if (paced) prctl(PR_SET_TIMERSLACK, 1);
  const Clock::time_point end =
      load.seconds() > 0 ? begin + seconds(load.seconds()) : Clock::time_point::max();
  for (std::uint64_t i = 0; i < count; ++i) {
    Clock::time_point start = Clock::now();
    if (paced) {
      const std::uint64_t turn = i * std::max(load.connections(), 1u) + index_;
      const Clock::time_point intended = begin + seconds(static_cast<double>(turn) / load.rate());
      if (intended >= end) break;
      if (intended > start) std::this_thread::sleep_until(intended);
      start = intended;
    }
    if (Clock::now() >= end) break;
    echo(start, tally);
    next_ = (next_ + 1) % plan_.objects.size();
    if (is_lost()) {
      tally.failed += count - i - 1;
      break;
    }
  }
  tally.end = Clock::now();
}

bool LoadConnection::is_lost() const {
  if (lost_ < kMostLost - 1) return false;
  return lost_ >= kMostLost || Clock::now() - lost_since_ > seconds(plan_.load.server().deadline());
}

void LoadConnection::echo(Clock::time_point start, LoadTally& tally) {
  Result result;
  std::string payload;
  if (!attempt(result, kEncodeError, FailureStage::kWrite, plan_.endpoint.about(),
               [&] { payload = plan_.endpoint.write(plan_.objects[next_].object, plan_.options); })) {
    return fail(failure_of(result), tally);
  }
  const Clock::time_point sent = Clock::now();
  Answer answer{};
  try {
    answer = exchange(payload);
  } catch (const ConnectionError& error) {
    return lose(error, tally);
  }
  const Clock::time_point received = Clock::now();
  tally.sent += payload.size();
  if (answer.refused) return take_refusal(answer.data, tally);
  tally.received += answer.data.size();
  OwnedObject held(plan_.endpoint);
  if (!attempt(result, kDecodeError, FailureStage::kParse, plan_.endpoint.about(),
               [&] { held.object = plan_.endpoint.read(answer.data, plan_.options); })) {
    return fail(failure_of(result), tally);
  }
  const Clock::time_point end = Clock::now();
  if (!check(answer.data, held.object, tally)) return;
  tally.round_trips.push_back(nanoseconds(received - sent));
  tally.wholes.push_back(nanoseconds(end - start));
}

Answer LoadConnection::exchange(const std::string& payload) {
  if (connection_ == nullptr) {
    if (lost_ > 0) std::this_thread::sleep_for(kBeforeRetry);
    connection_ = plan_.transport.connect(plan_.load.server(), line_);
  }
  const Answer answer = connection_->exchange(payload);
  lost_ = 0;
  return answer;
}

void LoadConnection::take_refusal(std::string_view refusal, LoadTally& tally) {
  Result result;
  result.ParseFromArray(refusal.data(), static_cast<int>(refusal.size()));
  if (result.has_connection_error()) connection_.reset();  // the server closes it
  fail(failure_of(result), tally);
}

bool LoadConnection::check(std::string_view reply, const Object& object, LoadTally& tally) {
  Result result;
  bool expected = false;
  if (!attempt(result, kDecodeError, FailureStage::kUse, plan_.endpoint.about(),
               [&] { expected = is_expected(reply, object); })) {
    fail(failure_of(result), tally);
    return false;
  }
  ++(expected ? tally.echoes : tally.wrong);
  if (!expected && !tally.first) {
    tally.first.emplace().set_reason("the reply to the value " + std::to_string(next_) +
                                     " has another value");
  }
  return expected;
}

// The first right reply to a value is compared as a view. A later one with the same bytes needs no look.
bool LoadConnection::is_expected(std::string_view reply, const Object& object) {
  std::string& right = right_[next_];
  if (!right.empty() && right == reply) return true;
  const std::string view = plan_.endpoint.view(object, shows_defaults(plan_.options));
  if (view != plan_.load.expected(static_cast<int>(next_))) return false;
  if (right.empty()) right = reply;
  return true;
}

void LoadConnection::fail(const Failure& failure, LoadTally& tally) {
  ++tally.failed;
  if (!tally.first) tally.first = failure;
}

void LoadConnection::lose(const ConnectionError& error, LoadTally& tally) {
  connection_.reset();
  if (lost_++ == 0) lost_since_ = Clock::now();
  Failure failure;
  describe_connection(error, failure);
  fail(failure, tally);
}

}  // namespace wirebed::echo
