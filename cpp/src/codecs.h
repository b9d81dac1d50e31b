// The one list of codecs. A new codec is one file in codec/ and one line here.
#pragma once

#include "codec/nlohmann.h"
#include "codec/none.h"
#include "codec/protobuf.h"
#include "codec/protojson.h"
#include "codec/prototext.h"
#if __has_include("codec/hessian2.h")
#include "codec/hessian2.h"
#define WIREBED_HESSIAN2(X, T) X(Hessian2, T)
#else
#define WIREBED_HESSIAN2(X, T)
#endif

// Codecs of protobuf messages.
#define WIREBED_MESSAGE_CODECS(X) \
  X(NoneMessage)                  \
  X(Protobuf)                     \
  X(Prototext)                    \
  X(Protojson)

// Codecs of plain structs; T goes through to X.
#define WIREBED_PLAIN_CODECS(X, T) \
  X(NonePlain, T)                  \
  X(Nlohmann, T)                   \
  WIREBED_HESSIAN2(X, T)
