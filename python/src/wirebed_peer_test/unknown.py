"""Questions about what no peer has: unknown codecs, messages and classes, missing directions, actions and schemas."""

from collections.abc import Iterator

from wirebed_protocol import peer_pb2

from wirebed_peer_test.examiner import Examiner, name_of, question
from wirebed_peer_test.question import Question, unsupported
from wirebed_peer_test.values import cases

CODECS = ("", "none", "none/", "/plain", "none/plain/", "NONE/PLAIN", "no/such", "x" * 10_000)
MESSAGES = ("no.Such", ".", " ", "..", "google.protobuf", "java.lang.String", "x" * 10_000)
CLASSES = ("no.Such", ".", "[I", "java.lang.NoSuchClass", "../Tree", "x" * 10_000)
# The actions of the tasks, with arguments that the peer must not read.
ACTIONS = {
    "nothing": {},
    "encode": {"encode": b"\xff"},
    "decode": {"decode": b"\xff"},
    "relay": {"relay": peer_pb2.Relay(wire=b"\xff", clear=[-1], set=b"\xff", into="no/such")},
    "measure": {"measure": peer_pb2.Measure(milliseconds=1)},
}


_RELAY = {"relay": peer_pb2.Relay(wire=b"\xff")}


def ask(examiner: Examiner):
    examiner.ask(questions(examiner))


def questions(examiner: Examiner) -> Iterator[Question]:
    message = cases(examiner)[0].message
    yield from _every_action("task empty", "", "")
    for index, codec in enumerate(CODECS):
        yield from _every_action(f"codec unknown-{index}", codec, message)
        yield from _every_action(f"codec unknown-{index}-bare", codec, "")
    for codec in examiner.codecs:
        yield from _of_codec(examiner, codec, message)
    classes = {name_of(codec) for codec in examiner.introduction.class_codecs}
    for name in sorted(classes | {name_of(codec) for codec in examiner.codecs}):
        for index, other in enumerate(CLASSES):
            yield from _every_action(f"{name} class-{index}", name, "", class_name=other)


def _of_codec(examiner: Examiner, codec: peer_pb2.Codec, message: str) -> Iterator[Question]:
    name = name_of(codec)
    yield _question(f"{name} no-action", name, message, {})
    for index, other in enumerate(MESSAGES):
        yield from _every_action(f"{name} message-{index}", name, other)
    for action, has_it in (("encode", codec.encodes), ("decode", codec.decodes)):
        if not has_it:
            yield _question(f"{name} no-{action}", name, message, ACTIONS[action])
            yield _question(f"{name} no-{action}-relay", name, message, _RELAY)
    for action, fields in ACTIONS.items():
        if not codec.bare or action not in ("encode", "decode"):
            yield _question(f"{name} bare-{action}", name, "", fields)
    # Relays into a codec that does not exist, takes other objects, or does not encode.
    no_targets = [name_of(other) for other in examiner.codecs if other.model != codec.model or not other.encodes]
    for index, into in enumerate(("no/such", *no_targets)):
        relay = peer_pb2.Relay(wire=b"\xff", set=b"\xff", into=into)
        yield _question(f"{name} into-{index}", name, message, {"relay": relay})


def _every_action(what: str, codec: str, message: str, **more) -> Iterator[Question]:
    for action, fields in ACTIONS.items():
        yield _question(f"{what}-{action}", codec, message, fields, **more)


def _question(what: str, codec: str, message: str, fields: dict, **more) -> Question:
    return question(f"unknown {what}", unsupported, codec, message, **fields, **more)
