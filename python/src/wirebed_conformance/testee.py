"""The program that the suite starts:  python -m wirebed_conformance.testee <tree> <peer>

It starts the peer on the descriptor set of the tree. Each request of the suite becomes one relay: the codec of the
format that comes in reads the bytes, and the codec of the one that is asked for writes the same object. stdin has
requests, and stdout responses, each after its length in four bytes, the lowest first.
"""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO

from google.protobuf.message import DecodeError, Message
from wirebed_protocol.peer_pb2 import Relay

from wirebed.bed import BUILD
from wirebed.bed.schema import Schema
from wirebed.peers import Pool, discover, task
from wirebed.peers.answer import Answer, read
from wirebed.peers.codecs import MESSAGE, codecs_of
from wirebed.view.outcome import Outcome
from wirebed_conformance.tests import PROTOBUF, PROTOJSON, PROTOTEXT, SUITES

REQUEST, RESPONSE = "conformance.ConformanceRequest", "conformance.ConformanceResponse"
# The fields of both messages, and the enum WireFormat.
_FIELDS = {"protobuf_payload": PROTOBUF, "json_payload": PROTOJSON, "text_payload": PROTOTEXT}
_OUTPUTS = {"PROTOBUF": "protobuf_payload", "JSON": "json_payload", "TEXT_FORMAT": "text_payload"}
_FAILURES = {
    Outcome.REJECTED: "parse_error",
    Outcome.REFUSED: "serialize_error",
    Outcome.UNSUPPORTED: "skipped",
}


class Testee:
    """`codecs`: the key of the codec of each format."""

    def __init__(self, pool: Pool, peer: str, codecs: Mapping[str, str], schema: Schema) -> None:
        self.pool, self.peer, self.codecs = pool, peer, codecs
        self.requests, self.responses = (schema.message_class(name) for name in (REQUEST, RESPONSE))

    def answer(self, data: bytes) -> bytes:
        """The response to a request."""
        try:
            return self._response(self.requests.FromString(data)).SerializeToString()
        except DecodeError as error:
            return self.responses(runtime_error=f"the request cannot be read: {error}").SerializeToString()

    def _response(self, request: Any) -> Message:  # a message of a schema that is read at run time
        field, output = request.WhichOneof("payload"), _OUTPUTS.get(_name(request, "requested_output_format"))
        if field not in _FIELDS or output is None:
            return self.responses(skipped="a format that no codec here has")
        payload = getattr(request, field)
        wire = payload.encode() if isinstance(payload, str) else payload
        relay = Relay(wire=wire, into=self.codecs[_FIELDS[output]])
        asked = task(self.codecs[_FIELDS[field]], request.message_type, options_of(request, output), relay=relay)
        [result] = self.pool.run({self.peer: [asked]})[self.peer]
        return self._filled(output, read(result, "relay"))

    def _filled(self, output: str, answer: Answer) -> Message:
        if answer.data is None:
            failure = _FAILURES.get(answer.outcome or Outcome.INTERNAL, "runtime_error")
            return self.responses(**{failure: _words(answer)})
        if output == "protobuf_payload":
            return self.responses(protobuf_payload=answer.data)
        try:
            return self.responses(**{output: answer.data.decode()})
        except UnicodeDecodeError as error:
            return self.responses(serialize_error=f"what was written is no UTF-8: {error}")


def options_of(request: Any, output: str) -> dict[str, str]:  # a message, as above
    """The options of the task (proto/wirebed/README.md): what becomes of unknown fields."""
    if _name(request, "test_category") == "JSON_IGNORE_UNKNOWN_PARSING_TEST":
        return {"unknown": "ignore"}
    if output == "text_payload":
        return {"unknown": "print" if request.print_unknown_fields else "drop"}
    return {}


def _name(request: Any, field: str) -> str:
    """The name of an enum's value; empty of one that the schema does not have."""
    value = request.DESCRIPTOR.fields_by_name[field].enum_type.values_by_number.get(getattr(request, field))
    return value.name if value else ""


def _words(answer: Answer) -> str:
    by = f" by {answer.by}" if answer.by else ""
    return f"{answer}{by}".encode(errors="replace").decode()


def serve(testee: Testee, requests: BinaryIO, responses: BinaryIO) -> None:
    """Answers until the suite has no more requests."""
    while len(head := requests.read(4)) == 4:
        answer = testee.answer(requests.read(int.from_bytes(head, "little")))
        responses.write(len(answer).to_bytes(4, "little") + answer)
        responses.flush()


def main(tree: str, peer: str) -> None:
    logs = BUILD / "log" / "conformance"
    with Pool(discover(names=[peer], compiled=False), Path(tree), logs=logs) as pool:
        known = codecs_of(pool.introductions())
        codecs = {codec.format: codec.key for codec in known if codec.model == MESSAGE and codec.format in SUITES}
        serve(Testee(pool, peer, codecs, Schema.load(tree)), sys.stdin.buffer, sys.stdout.buffer)


if __name__ == "__main__":
    main(*sys.argv[1:])
