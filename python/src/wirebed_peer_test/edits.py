"""Relays through `none` that clear, set, or clear and set each field of each message with a case; and relays into every
codec."""

from collections.abc import Iterator

from wirebed_protocol import peer_pb2

from wirebed.peers import task
from wirebed.view.outcome import Stage
from wirebed_build.plain.hints import real_oneof
from wirebed_peer_test.contract import Clause
from wirebed_peer_test.examiner import Examiner, name_of, question
from wirebed_peer_test.question import Judge, Question, Violation, fails, gives, outcome
from wirebed_peer_test.values import ModelViews, fields_of, record, values

# Protobuf reserves the numbers from 19000 to 19999: no message has such a field.
NO_FIELDS = (0, -1, 19500, 2147483647)
EMPTY = {tag: bytes([tag]) + bytes(4) for tag in b"lzm"}


def ask(examiner: Examiner):
    for model in sorted(examiner.none):
        of_model = values(examiner, model)
        for message in sorted(of_model.views):
            edits = _Edits(examiner, of_model, message, knows_oneofs=model == peer_pb2.MESSAGE)
            examiner.ask(edits.questions())
        for codec in examiner.codecs:
            if codec.model == model and codec.encodes and codec.format != "none":
                examiner.ask(_into(examiner, of_model, codec))


class _Edits:
    """The questions about one message."""

    def __init__(self, examiner: Examiner, of_model: ModelViews, message: str, knows_oneofs: bool):
        self.codec, self.message, self.knows_oneofs = of_model.codec, message, knows_oneofs
        self.known = examiner.views.fields(message).known
        self.empty = fields_of(of_model.empty[message])
        self.cases = {case: fields_of(view) for case, view in sorted(of_model.views[message].items())}
        self.longest = max(self.cases, key=lambda case: (len(of_model.views[message][case]), case))

    def questions(self) -> Iterator[Question]:
        for number in sorted(self.known):
            if seen := self._seen(number):
                yield from self._field(number, seen)
        yield from self._refused()

    def _seen(self, number: int) -> list[tuple[str, bytes]]:
        """(case, node) for each different node that the field has in the cases, the longest first."""
        nodes = {fields[number]: case for case, fields in self.cases.items() if number in fields}
        return [(case, node) for node, case in sorted(nodes.items(), key=lambda item: (-len(item[0]), item[0]))]

    def _field(self, number: int, seen: list[tuple[str, bytes]]) -> Iterator[Question]:
        (case, node), (_, other) = seen[0], seen[1 % len(seen)]
        value, longest = self.cases[case], self.cases[self.longest]
        edits = [
            (f"{case} clear-{number}", value, None, True),
            (f"{case} set-{number}", value, other, False),
            (f"{case} clear-and-set-{number}", value, other, True),
            (f"empty set-{number}", self.empty, node, False),
            (f"{self.longest} set-{number}-there", longest, node, False),
        ]
        if node[0] in EMPTY:
            edits.append((f"{case} set-{number}-empty", value, EMPTY[node[0]], False))
        for what, before, node_set, clears in edits:
            yield self._edit(what, before, number, node_set, clears)

    def _edit(self, what: str, before: dict[int, bytes], number: int, node: bytes | None, clears: bool) -> Question:
        after = dict(before)
        relay = peer_pb2.Relay(wire=record(self.message, before))
        if clears:
            relay.clear.append(number)
            after.pop(number, None)
            after |= {number: self.empty[number]} if number in self.empty else {}
        if node is not None:
            relay.set = record(self.message, {number: node})
            self._set(after, number, node)
        in_order = dict(sorted(after.items(), key=lambda item: self.known[item[0]][0]))
        clause = Clause.CLEAR if node is None else Clause.SET
        return self._question(what, relay, gives("encoded", record(self.message, in_order), clause))

    def _set(self, value: dict[int, bytes], number: int, node: bytes):
        field = self.known[number][1]
        if self.knows_oneofs and not field.is_extension and real_oneof(field):
            for other in field.containing_oneof.fields:
                value.pop(other.number, None)
        value[number] = node
        # A repeated extension stands in a view when it has elements.
        if field.is_extension and node in EMPTY.values():
            del value[number]

    def _refused(self) -> Iterator[Question]:
        """Invalid edits, which the peer has to refuse."""
        value = record(self.message, self.cases[self.longest])
        other = record("google.protobuf.Empty" if self.message != "google.protobuf.Empty" else "no.Message", {})
        edits = [(f"clear-{number}", {"clear": [number]}) for number in NO_FIELDS]
        edits += [(f"set-cut-{cut}", {"set": value[:cut]}) for cut in range(1, len(value), max(1, len(value) // 8))]
        edits.append(("set-other", {"set": other}))
        no_edit = fails("encode_error", Clause.BUILD, Stage.BUILD)
        for what, edit in edits:
            yield self._question(f"{self.longest} {what}", peer_pb2.Relay(wire=value, **edit), no_edit)
        no_view = fails("decode_error", Clause.NONE_BYTES, Stage.BUILD)
        yield self._question(f"{self.longest} wire-cut", peer_pb2.Relay(wire=value[:-1]), no_view)

    def _question(self, what: str, relay: peer_pb2.Relay, judge: Judge) -> Question:
        return question(f"edits {self.codec} {what}", judge, self.codec, self.message, relay=relay)


def _into(examiner: Examiner, of_model: ModelViews, codec: peer_pb2.Codec) -> list[Question]:
    """Relays the longest value of each message into a codec, which must read the same as of its own encoding.

    The bytes may differ, since their order may depend on the process.
    """
    name = name_of(codec)
    chosen = {
        message: max(views.values(), key=lambda view: (len(view), view)) for message, views in of_model.views.items()
    }
    relays = {
        message: peer_pb2.Relay(wire=view, into=name)
        for message, view in sorted(chosen.items())
        if any(examiner.takes(f"edits {name} {message} {what}") for what in ("into", "into-read"))
    }
    own = examiner.answers([task(name, message, encode=relay.wire) for message, relay in relays.items()])
    asked = [
        question(f"edits {name} {message} into", _same_outcome(answer), of_model.codec, message, relay=relay)
        for (message, relay), answer in zip(relays.items(), own, strict=True)
    ]
    written = {m: answer for m, answer in zip(relays, own, strict=True) if outcome(answer) == "encoded"}
    if not codec.decodes:
        return asked
    relayed = examiner.answers([task(of_model.codec, message, relay=relays[message]) for message in written])
    read = examiner.answers([task(name, message, decode=answer.encoded) for message, answer in written.items()])
    return asked + [
        question(f"edits {name} {message} into-read", _same_value(back), name, message, decode=result.encoded)
        for message, result, back in zip(written, relayed, read, strict=True)
        if outcome(result) == "encoded"
    ]


def _same_outcome(answer) -> Judge:
    expected = outcome(answer)
    return lambda result: None if outcome(result) == expected else Violation(Clause.INTO, expected)


def _same_value(answer) -> Judge:
    return gives("decoded", answer.decoded, Clause.INTO) if outcome(answer) == "decoded" else _same_outcome(answer)
