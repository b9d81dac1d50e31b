// The line of text that a client asks with.
#include "echo/request.h"

#include <gtest/gtest.h>

namespace wirebed::echo {
namespace {

TEST(Request, IsALine) {
  const Request request{"hessian2/caucho", "interop.Person", {{"envelope", "message"}, {"x", ""}}};
  EXPECT_EQ(line_of(request), "hessian2/caucho interop.Person envelope=message x=");
  const Request parsed = parse_request(line_of(request));
  EXPECT_EQ(parsed.codec, request.codec);
  EXPECT_EQ(parsed.message, request.message);
  EXPECT_EQ(parsed.options, request.options);
}

TEST(Request, NeedsACodecAndAMessage) {
  for (const char* const line :
       {"", "json/gson", "json/gson ", " interop.Person", "json/gson interop.Person option"}) {
    EXPECT_THROW(parse_request(line), UnsupportedError) << line;
  }
}

}  // namespace
}  // namespace wirebed::echo
