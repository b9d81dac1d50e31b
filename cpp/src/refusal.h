// Why a value did not get through: the exceptions that become a Failure or an Unsupported in a reply.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace wirebed {

// The numbers of Stage in proto/wirebed/peer.proto.
enum class FailureStage { kParse = 1, kRequiredCheck = 2, kUse = 3, kBuild = 4, kWrite = 5 };

// The numbers of By in proto/wirebed/peer.proto. CAST is not among them, since it follows from the stage.
enum class RefusedBy { kLibrary = 1, kCodec = 2 };

// A library or an object refuses a value at a stage of the task. This is never a defect of the peer.
//
// By default a check of ours refuses. A codec says kLibrary where it passes on what its library says; `type`
// is then the class of the library's exception, or empty where the library returns a status that it
// documents.
class Refusal : public std::runtime_error {
 public:
  Refusal(FailureStage stage, const std::string& reason, RefusedBy by = RefusedBy::kCodec,
          std::string type = "")
      : std::runtime_error(reason), stage_(stage), by_(by), type_(std::move(type)) {}
  FailureStage stage() const { return stage_; }
  RefusedBy by() const { return by_; }
  const std::string& type() const { return type_; }

 private:
  FailureStage stage_;
  RefusedBy by_;
  std::string type_;
};

// The format, the library or the language cannot carry this by design.
class UnsupportedError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace wirebed
