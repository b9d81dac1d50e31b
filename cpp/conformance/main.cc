// Runs protobuf's conformance suites over a testee:
//
//   wirebed-conformance <suites> <glob> <testee> [<argument>…]
//
// <suites>: `binary-json`, `text`, or both with a comma between. <glob>: of the names of tests; the testee is
// not asked for the others. The testee speaks as conformance_test_runner.cc says, over its stdin and stdout.
// The outcome of each test is a line on stdout, `passed`, `failed` or `skipped` and its name; the suites' own
// words about those that failed follow. No list of failures is read: what was expected is for the caller to
// say. Exits with 0 when the suites have run.
#include <fnmatch.h>

#include <cstddef>
#include <iostream>
#include <set>
#include <string>
#include <vector>

#include "binary_json_conformance_suite.h"
#include "conformance.pb.h"
#include "conformance_test.h"
#include "text_format_conformance_suite.h"

namespace {

// What the suite asks before its tests: which of them the testee expects to fail. That is none of them.
constexpr char kQuestion[] = "FindFailures";

// Asks the testee what the glob takes.
class Chosen : public google::protobuf::ConformanceTestRunner {
 public:
  Chosen(std::string glob, const std::vector<std::string>& testee)
      : glob_(std::move(glob)), testee_(testee.front(), {testee.begin() + 1, testee.end()}) {}

  void RunTest(const std::string& name, const std::string& request, std::string* response) override {
    if (name != kQuestion && takes(name)) return testee_.RunTest(name, request, response);
    conformance::ConformanceResponse answer;
    if (name == kQuestion) {
      answer.set_protobuf_payload("");
    } else {
      answer.set_skipped("not chosen");
    }
    answer.SerializeToString(response);
  }

  bool takes(const std::string& name) const { return fnmatch(glob_.c_str(), name.c_str(), 0) == 0; }

 private:
  std::string glob_;
  google::protobuf::ForkPipeRunner testee_;
};

// A suite that shows the outcome of each test, which the suite itself only counts.
template <class Suite>
class Shown : public Suite {
 public:
  // Whether each test has exactly one outcome.
  bool run(Chosen& chosen) {
    std::string words;
    conformance::FailureSet none;
    this->SetEnforceRecommended(true);  // otherwise the failure of a recommended test is only a warning
    this->RunSuite(&chosen, &words, "", &none);
    this->test_names_.erase(kQuestion);
    for (const std::string& name : this->test_names_) {
      if (chosen.takes(name)) std::cout << outcome(name) << ' ' << name << '\n';
    }
    std::cout << words << std::flush;
    const std::size_t others = this->unexpected_failing_tests_.size() + this->skipped_.size();
    return static_cast<std::size_t>(this->successes_) + others == this->test_names_.size();
  }

 private:
  const char* outcome(const std::string& name) const {
    if (this->unexpected_failing_tests_.count(name) != 0) return "failed";
    return this->skipped_.count(name) != 0 ? "skipped" : "passed";
  }
};

}  // namespace

int main(int argc, char* argv[]) {
  const std::vector<std::string> words(argv, argv + argc);
  if (words.size() < 4) {
    std::cerr << "usage: wirebed-conformance <suites> <glob> <testee> [<argument>…]\n";
    return 2;
  }
  const std::string suites = "," + words[1] + ",";
  Chosen chosen(words[2], {words.begin() + 3, words.end()});
  bool counted = true;
  if (suites.find(",binary-json,") != std::string::npos) {
    counted = Shown<google::protobuf::BinaryAndJsonConformanceSuite>().run(chosen) && counted;
  }
  if (suites.find(",text,") != std::string::npos) {
    counted = Shown<google::protobuf::TextFormatConformanceTestSuite>().run(chosen) && counted;
  }
  if (!counted) {
    std::cerr << "a test has no outcome, or two\n";
    return 2;
  }
  return 0;
}
