"""Questions about what no peer has: unknown codecs, messages and classes, missing directions, actions and schemas."""

from collections.abc import Iterator

from wirebed_protocol import peer_pb2

from wirebed_peer_test.examiner import Examiner, name_of, question
from wirebed_peer_test.question import Question, unsupported
from wirebed_peer_test.values import cases

CODECS = ("", "none", "none/", "/plain", "none/plain/", "NONE/PLAIN", "no/such", "x" * 10_000)
MESSAGES = ("no.Such", ".", " ", "..", "google.protobuf", "java.lang.String", "x" * 10_000)
CLASSES = ("no.Such", ".", "[I", "java.lang.NoSuchClass", "../Tree", "x" * 10_000)
MEASURE = peer_pb2.Measure(milliseconds=1)
# The actions of the tasks, with arguments that the peer must not read.
ACTIONS = {
    "nothing": {},
    "encode": {"encode": b"\xff"},
    "decode": {"decode": b"\xff"},
    "relay": {"relay": peer_pb2.Relay(wire=b"\xff", clear=[-1], set=b"\xff", into="no/such")},
    "measure": {"measure": MEASURE},
}


def questions(examiner: Examiner) -> Iterator[Question]:
    message = cases(examiner)[0].message
    yield from _every_action("task empty", "", "")
    for index, codec in enumerate(CODECS):
        yield from _every_action(f"codec unknown-{index}", codec, message)
        yield from _every_action(f"codec unknown-{index}-bare", codec, "")
    for codec in examiner.codecs:
        name = name_of(codec)
        yield _question(f"{name} no-action", name, message, {})
        for index, other in enumerate(MESSAGES):
            yield from _every_action(f"{name} message-{index}", name, other)
        yield from _directions(name, codec, message)
        yield from _bare(name, codec)
        yield from _relays(examiner, name, codec, message)
    classes = {name_of(codec) for codec in examiner.introduction.class_codecs}
    for name in sorted(classes | {name_of(codec) for codec in examiner.codecs}):
        for index, other in enumerate(CLASSES):
            for action, fields in ACTIONS.items():
                what = f"{name} class-{index}-{action}"
                yield _question(what, name, "", fields, class_name=other)


def _every_action(what: str, codec: str, message: str) -> Iterator[Question]:
    for action, fields in ACTIONS.items():
        yield _question(f"{what}-{action}", codec, message, fields)


def _directions(name: str, codec: peer_pb2.Codec, message: str) -> Iterator[Question]:
    if not codec.encodes:
        yield _question(f"{name} no-encode", name, message, ACTIONS["encode"])
        yield _question(f"{name} no-encode-relay", name, message, {"relay": peer_pb2.Relay(wire=b"\xff")})
    if not codec.decodes:
        yield _question(f"{name} no-decode", name, message, ACTIONS["decode"])
        yield _question(f"{name} no-decode-relay", name, message, {"relay": peer_pb2.Relay(wire=b"\xff")})


def _bare(name: str, codec: peer_pb2.Codec) -> Iterator[Question]:
    for action, fields in ACTIONS.items():
        if not codec.bare or action not in ("encode", "decode"):
            yield _question(f"{name} bare-{action}", name, "", fields)


def _relays(examiner: Examiner, name: str, codec: peer_pb2.Codec, message: str) -> Iterator[Question]:
    """Relays into a codec that does not exist, takes other objects, or does not encode."""
    no_targets = [name_of(other) for other in examiner.codecs if other.model != codec.model or not other.encodes]
    for index, into in enumerate(("no/such", *no_targets)):
        relay = peer_pb2.Relay(wire=b"\xff", set=b"\xff", into=into)
        yield _question(f"{name} into-{index}", name, message, {"relay": relay})


def _question(what: str, codec: str, message: str, fields: dict, **more) -> Question:
    return question(f"unknown {what}", unsupported, codec, message, **fields, **more)
