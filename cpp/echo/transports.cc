// The one list of transports.
#include "echo/transports.h"

#include "refusal.h"

namespace wirebed::echo {

extern const Transport kSocket;             // transport/socket.cc
extern const Transport kHttp;               // transport/http.cc
extern const Transport kGrpc, kGrpcStream;  // transport/grpc.cc

const std::vector<Transport>& transports() {
  static const std::vector<Transport> all = {
      kSocket,
      kHttp,
      kGrpc,
      kGrpcStream,
  };
  return all;
}

const Transport& find_transport(std::string_view name) {
  for (const Transport& transport : transports()) {
    if (name == transport.name) return transport;
  }
  throw UnsupportedError("no transport " + std::string(name) + " in this echo program");
}

}  // namespace wirebed::echo
