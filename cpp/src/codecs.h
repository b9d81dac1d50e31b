// The one list of codecs. A new codec is one file in codec/ and one line here.
#pragma once

#include "codec/cereal.h"
#include "codec/hessian2.h"
#include "codec/json_nlohmann.h"
#include "codec/none_message.h"
#include "codec/none_plain.h"
#include "codec/protobuf.h"
#include "codec/protojson.h"
#include "codec/prototext.h"
#include "codec/raw_memcpy.h"
#include "codec/xml_jaxb.h"
#include "codec/xml_pugi.h"

// Codecs of protobuf messages.
// clang-format off
#define WIREBED_MESSAGE_CODECS(X) \
  X(NoneMessage) \
  X(Protobuf) \
  X(Prototext) \
  X(Protojson)

// Codecs of plain structs.
#define WIREBED_PLAIN_CODECS(X) \
  X(NonePlain) \
  X(JsonNlohmann) \
  X(Hessian2) \
  X(Cereal) \
  X(RawMemcpy) \
  X(XmlPugi) \
  X(XmlJaxb) \
  X(XmlJaxbDefault)
// clang-format on
