// Runs the loops for a few rounds on two values, and checks every result.
#include "bench/probe.h"

#include <set>
#include <vector>

#include "bench/fields.h"
#include "registry.h"

namespace wirebed::bench {

namespace {

// One round, and three: a loop that reuses something does not work as in its first round later.
constexpr Times kRounds[] = {1, 3};

// An object whose structs are separated in the end (Endpoint::release).
class OwnedObject {
 public:
  OwnedObject(const Endpoint& model, Object object) : object(std::move(object)), model_(model) {
    if (this->object == nullptr) throw Refused("there is no object");
  }
  ~OwnedObject() { model_.release(object); }
  OwnedObject(const OwnedObject&) = delete;
  OwnedObject& operator=(const OwnedObject&) = delete;

  std::string view() const { return model_.view(object, false); }
  // Changes the object in place to the value of another view.
  void become(const std::string& view) const {
    const Fields now = fields_of(this->view()), then = fields_of(view);
    std::vector<std::uint32_t> gone;
    for (const auto& [number, node] : now.nodes) {
      if (!then.nodes.contains(number)) gone.push_back(number);
    }
    model_.edit(object, view, gone);
  }

  Object object;

 private:
  const Endpoint& model_;
};

std::string seen(const Endpoint& model, Object object) {
  return OwnedObject(model, std::move(object)).view();
}

std::set<std::uint32_t> differing(const std::string& a, const std::string& b) {
  const Fields as = fields_of(a), bs = fields_of(b);
  std::set<std::uint32_t> numbers;
  const auto add = [&](const Fields& these, const Fields& those) {
    for (const auto& [number, node] : these.nodes) {
      const auto other = those.nodes.find(number);
      if (other == those.nodes.end() || other->second != node) numbers.insert(number);
    }
  };
  add(as, bs);
  add(bs, as);
  return numbers;
}

// A field that differs between two values must differ between the values that were read.
void require_difference(const std::string& value, const std::string& other, const std::string& seen_value,
                        const std::string& seen_other) {
  const std::set<std::uint32_t> kept = differing(seen_value, seen_other);
  for (const std::uint32_t number : differing(value, other)) {
    if (!kept.contains(number)) throw Refused("field " + std::to_string(number) + " is lost on the way");
  }
}

class Probe {
 public:
  Probe(const TimedOperation& operation, const BenchTask& task)
      : operation_(operation), task_(task), options_(task.options().begin(), task.options().end()) {}

  void writes() const {
    const std::string value = expected(task_.view()), other = expected(task_.other());
    require_difference(modelled(task_.view()), modelled(task_.other()), value, other);
    require_own(task_.view(), value);
    require_own(task_.other(), other);
    require_own(task_.view(), value);
    const OwnedObject object = built(task_.view());
    operation_.writes(object.object, options_, 1);
    object.become(task_.other());
    require(read_back(operation_.writes(object.object, options_, 1)), other,
            "an object that was changed is written as it was before");
  }

  void reads() const {
    refuse_cycle(task_.view());
    const std::string value = reference(task_.view()), other = reference(task_.other());
    std::string place;  // the same for all
    place.reserve(std::max({value.size(), other.size(), task_.wire().size()}));
    for (const std::string& wire : {value, other, value, task_.wire()}) {
      place = wire;
      for (const Times times : kRounds) {
        require(seen(*operation_.model, operation_.reads(place, options_, times)), outside(wire),
                "what it reads is not what the codec reads outside of the benchmark");
      }
    }
    require_difference(modelled(task_.view()), modelled(task_.other()), outside(value), outside(other));
    place = value;
    const OwnedObject first(*operation_.model, operation_.reads(place, options_, 1));
    first.become(task_.other());
    require(seen(*operation_.model, operation_.reads(place, options_, 1)), outside(value),
            "it gives an object a second time");
  }

  void copies() const {
    refuse_cycle(task_.view());
    const OwnedObject object = built(task_.view());
    const std::string value = object.view();
    for (const Times times : kRounds) {
      const OwnedObject copy(*operation_.model, operation_.copies(object.object, times));
      require(copy.view(), value, "the copy is another value");
      if (copy.object == object.object) throw Refused("the copy is the object itself");
    }
    const OwnedObject copy(*operation_.model, operation_.copies(object.object, 1));
    object.become(task_.other());
    require(copy.view(), value, "the copy changes with the object");
  }

 private:
  OwnedObject built(const std::string& view) const {
    return OwnedObject(*operation_.model, operation_.model->build(view));
  }
  // The value as the source objects can hold it.
  std::string modelled(const std::string& view) const { return built(view).view(); }
  // The bytes outside of the benchmark. For a plain struct, those of the message with the same value.
  std::string reference(const std::string& view) const {
    const OwnedObject object(*operation_.writer, operation_.writer->build(modelled(view)));
    return operation_.writer->write(object.object, options_);
  }
  std::string read_back(const std::string& wire) const {
    return seen(*operation_.codec, operation_.codec->read(wire, options_));
  }
  std::string expected(const std::string& view) const { return read_back(reference(view)); }
  // The value that the codec reads outside of the benchmark, as the resulting objects can hold it.
  std::string outside(const std::string& wire) const { return modelled(read_back(wire)); }

  void require_own(const std::string& view, const std::string& value) const {
    for (const Times times : kRounds) {
      const OwnedObject object = built(view);
      require(read_back(operation_.writes(object.object, options_, times)), value,
              "what it writes is not what the codec writes outside of the benchmark");
    }
  }
  static void require(const std::string& found, const std::string& wanted, const char* otherwise) {
    if (found != wanted) throw Refused(otherwise);
  }
  static void refuse_cycle(const std::string& view) {
    if (fields_of(view).cyclic) throw Refused("a cycle, which nothing would take apart");
  }

  const TimedOperation& operation_;
  const BenchTask& task_;
  Options options_;
};

}  // namespace

void probe(const TimedOperation& operation, const BenchTask& task) {
  const Probe probe(operation, task);
  try {
    if (task.operation() == MEMCPY) return;
    if (operation.writes != nullptr) return probe.writes();
    if (operation.reads != nullptr) return probe.reads();
    probe.copies();
  } catch (const Refused&) {
    throw;
  } catch (const std::exception& error) {
    throw Refused(error.what());
  }
}

}  // namespace wirebed::bench
