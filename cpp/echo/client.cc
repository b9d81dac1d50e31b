// One echo: build, encode, exchange, decode, view.
#include "echo/client.h"

#include <sstream>

#include "echo/load.h"
#include "echo/request.h"
#include "echo/transports.h"
#include "failures.h"
#include "registry.h"

namespace wirebed::echo {

namespace {

// Less than any server waits for the next payload, so that none closes a connection that is about to be used.
constexpr auto kKeptUnused = std::chrono::seconds(1);

// The share of its deadline after which an echo failed because of that.
constexpr double kPassed = 0.9;

}  // namespace

void Client::introduce(Introduction& introduction) {
  for (const Transport& transport : transports()) introduction.add_transports(transport.name);
}

void Client::echo(const Task& task, Result& result) {
  result.set_id(task.id());
  complete(result, [&] { echo_one(task, result); });
}

void Client::echo_one(const Task& task, Result& result) {
  if (!task.class_name().empty()) throw UnsupportedError("this peer has no codec of classes");
  if (task.message().empty()) throw UnsupportedError("a value without a schema is encoded or decoded only");
  const Endpoint& endpoint = find_endpoint(task.codec(), task.message());
  const Options options(task.options().begin(), task.options().end());
  const EchoServer& server = task.echo().server();
  find_transport(server.transport());

  std::string payload;
  {
    OwnedObject held(endpoint);
    if (!attempt(result, kEncodeError, FailureStage::kBuild, endpoint.about(),
                 [&] { held.object = endpoint.build(task.echo().view()); }) ||
        !attempt(result, kEncodeError, FailureStage::kWrite, endpoint.about(),
                 [&] { payload = endpoint.write(held.object, options); })) {
      return;
    }
  }
  Echoed echoed;
  std::string answer;
  try {
    const std::string line = line_of({server.codec(), task.message(), options});
    const bool refused = exchange(server, line, payload, answer);
    if (refused && !echoed.mutable_refusal()->ParseFromString(answer))
      throw ConnectionError("a refusal that is no wirebed.Result");
  } catch (const ConnectionError& error) {
    return describe_connection(error, *result.mutable_connection_error());
  }
  echoed.set_sent(payload.size());
  if (!echoed.has_refusal()) {
    echoed.set_received(answer.size());
    OwnedObject held(endpoint);
    if (!attempt(result, kDecodeError, FailureStage::kParse, endpoint.about(),
                 [&] { held.object = endpoint.read(answer, options); }) ||
        !attempt(result, kDecodeError, FailureStage::kUse, endpoint.about(),
                 [&] { echoed.set_view(endpoint.view(held.object, shows_defaults(options))); })) {
      return;
    }
  }
  *result.mutable_echoed() = std::move(echoed);
}

bool Client::exchange(const EchoServer& server, const std::string& line, const std::string& payload,
                      std::string& answer) {
  close_unused();
  const std::string name = server.SerializeAsString();
  refuse_silent(name, server.deadline());
  const std::string key = name + line;
  auto node = kept_.extract(key);  // it goes back only after a good exchange
  const auto begun = std::chrono::steady_clock::now();
  Answer got{};
  try {
    if (node.empty()) {
      auto connection = find_transport(server.transport()).connect(server, line);
      kept_[key].connection = std::move(connection);
      node = kept_.extract(key);
    }
    got = node.mapped().connection->exchange(payload);
  } catch (const ConnectionError&) {
    const std::chrono::duration<double> deadline(server.deadline());
    const auto now = std::chrono::steady_clock::now();
    if (now - begun > kPassed * deadline)
      silent_[name] = now + std::chrono::duration_cast<std::chrono::steady_clock::duration>(deadline);
    throw;
  }
  answer = got.data;
  Result refusal;
  // After this refusal the server closes the connection.
  if (got.refused && refusal.ParseFromString(answer) && refusal.has_connection_error()) return true;
  node.mapped().used = std::chrono::steady_clock::now();
  kept_.insert(std::move(node));
  return got.refused;
}

void Client::refuse_silent(const std::string& server, double seconds) const {
  const auto found = silent_.find(server);
  if (found != silent_.end() && std::chrono::steady_clock::now() < found->second)
    throw ConnectionError(
        (std::ostringstream() << "the server let " << seconds << " s pass in an echo before").str());
}

void Client::close_unused() {
  const auto oldest = std::chrono::steady_clock::now() - kKeptUnused;
  std::erase_if(kept_, [&](const auto& entry) { return entry.second.used < oldest; });
}

void Client::load(const Load& load, Loaded& loaded) { run_load(load, loaded); }

}  // namespace wirebed::echo
