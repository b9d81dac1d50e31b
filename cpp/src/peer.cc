// The C++ peer: answers the runner's requests on stdin with replies on stdout, until stdin ends.
//
// proto/wirebed/peer.proto defines the messages.
#include "peer.h"

#include <google/protobuf/io/zero_copy_stream_impl.h>
#include <google/protobuf/util/delimited_message_util.h>
#include <unistd.h>

#include <bit>
#include <cstdio>

#include "columns.h"
#include "loaded.h"
#include "registry.h"
#include "tasks.h"

namespace wirebed {

namespace {

namespace io = google::protobuf::io;

// The headers of these libraries state their versions, and none of them has a function that says it.
void set_loaded(const About& about, LoadedLibrary& loaded) {
  const void* ours = reinterpret_cast<const void*>(&set_loaded);
  loaded.set_path(loaded_file(about.function == nullptr ? ours : about.function));
  loaded.set_version(about.version);
}

// The compiler, with " (big-endian)" or " (32-bit)" where the machine is so.
std::string runtime() {
  const std::string order = std::endian::native == std::endian::big ? " (big-endian)" : "";
  const std::string width = sizeof(void*) == 4 ? " (32-bit)" : "";
  return "g++" + order + width + " " __VERSION__ ", C++20";
}

void introduce(Introduction& introduction) {
  introduction.set_peer("cpp");
  introduction.set_language("C++");
  introduction.set_runtime(runtime());
  for (const CodecEntry& entry : codecs()) {
    Codec& codec = *introduction.add_codecs();
    codec.set_format(entry.about.format);
    codec.set_library(entry.about.library);
    codec.set_version(entry.about.version);
    if (!entry.about.library_packages.empty()) set_loaded(entry.about, *codec.mutable_loaded());
    codec.set_encodes(entry.about.encodes);
    codec.set_decodes(true);
    codec.set_model(static_cast<Model>(entry.model));
    codec.set_canonical(entry.about.canonical);
    codec.set_bare(entry.about.bare);
    codec.set_leaves_object(entry.about.leaves_object);
    codec.set_leaves_output(entry.about.leaves_output);
    for (const auto& [type, authority, includes] : entry.about.typed_errors) {
      TypedError& typed = *codec.add_typed_errors();
      typed.set_type(type);
      typed.set_authority(authority);
    }
    for (const StatedSetting& stated : entry.about.settings) {
      auto& setting = *codec.add_settings();
      setting.set_role(static_cast<Setting_Role>(stated.role));
      setting.set_name(stated.name);
      setting.set_value(stated.value);
      setting.set_why(stated.why);
      for (const auto value : stated.reads) setting.add_reads(static_cast<Setting_Converted>(value));
      for (const auto value : stated.writes) setting.add_writes(static_cast<Setting_Converted>(value));
    }
  }
}

void answer(const Request& request, Additions* additions, Reply& reply) {
  reply.set_id(request.id());
  if (request.has_hello()) {
    introduce(*reply.mutable_introduction());
    if (additions != nullptr) additions->introduce(*reply.mutable_introduction());
  }
  if (request.has_load() && additions != nullptr) additions->load(request.load(), *reply.mutable_loaded());
  if (request.has_columns()) {
    ColumnAnswers& answers = *reply.mutable_column_answers();
    for (const Column& column : request.columns().columns()) answer_column(column, *answers.add_columns());
  }
  if (!request.has_batch()) return;
  Results& results = *reply.mutable_results();
  for (const Task& task : request.batch().tasks()) {
    Result& result = *results.add_results();
    if (task.has_echo() && additions != nullptr)
      additions->echo(task, result);
    else
      run_task(task, result);
  }
}

// Whether stdin really ended: protobuf's helper reports a clean end for an over-long length.
bool ended(io::ZeroCopyInputStream& in, bool clean) {
  const void* data = nullptr;
  int size = 0;
  while (clean && in.Next(&data, &size)) {
    if (size > 0) return false;
  }
  return clean;
}

}  // namespace

bool serve(io::ZeroCopyInputStream& in, io::FileOutputStream& out, Additions* additions) {
  using google::protobuf::util::ParseDelimitedFromZeroCopyStream;
  using google::protobuf::util::SerializeDelimitedToZeroCopyStream;
  while (true) {
    Request request;
    bool clean = false;
    if (!ParseDelimitedFromZeroCopyStream(&request, &in, &clean)) return ended(in, clean);
    Reply reply;
    answer(request, additions, reply);
    if (!SerializeDelimitedToZeroCopyStream(reply, &out) || !out.Flush()) return false;
  }
}

int serve_process(const char* program, Additions* additions) {
  const int replies = dup(STDOUT_FILENO);
  if (replies < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
    std::perror(program);
    return 71;  // EX_OSERR
  }
  io::FileInputStream in(STDIN_FILENO);
  io::FileOutputStream out(replies);
  if (serve(in, out, additions)) return 0;
  std::fprintf(stderr, "%s: a request is malformed, or the runner is gone\n", program);
  return 65;  // EX_DATAERR
}

}  // namespace wirebed
