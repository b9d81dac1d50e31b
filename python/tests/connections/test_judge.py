"""What a cell of `make echo` says of its values, and which entries explain it."""

import pytest
from wirebed_protocol import peer_pb2

from wirebed.peers.answer import read
from wirebed.peers.codecs import CodecRef, Format, Setting
from wirebed.run.leg import Leg
from wirebed.run.route import Route
from wirebed.state.deviations import load
from wirebed.state.deviations.speakers import Speakers
from wirebed.view import ViewWriter
from wirebed.view.outcome import Outcome
from wirebed_connections.echo_slot import EchoSlot
from wirebed_connections.judge import EchoJudge
from wirebed_connections.matcher import EchoMatcher
from wirebed_connections.payloads import Payload

MESSAGE = "google.protobuf.StringValue"


def view(text: str) -> bytes:
    out = ViewWriter()
    out.record(MESSAGE)
    out.field(1)
    out.text(text)
    out.end()
    return out.finish()


def codec(peer: str, **ways: tuple[str, ...]) -> CodecRef:
    """`ways`: what it converts, `reads=("texts",)`."""
    settings = (Setting("code", "a conversion", "", "It is a test.", **ways),)
    id_ = f"{peer}:json/one"
    return CodecRef(peer, "json", "one", "1", True, True, "plain", False, False, id_, "json/one", settings=settings)


CLIENT, SERVER = codec("here"), codec("there")
VALUES = tuple(map(view, ("one", "two", "three")))
PAYLOAD = Payload("Words/three", MESSAGE, VALUES, 3)


class Same:
    """Objects of both sides that hold every value."""

    def expected(self, message, value, client, server):
        return value

    def written(self, message, value, client):
        return value

    def failure(self, message, value, client, server):
        return None


class Schema:
    """The one message that the tests use."""

    from google.protobuf import descriptor_pool, wrappers_pb2

    pool = descriptor_pool.Default()

    def message(self, name):
        return self.pool.FindMessageTypeByName(name)


def echoed(text: str) -> peer_pb2.Result:
    return peer_pb2.Result(echoed=peer_pb2.Echoed(view=view(text), sent=5, received=6))


_FAILURE = peer_pb2.Failure(stage=peer_pb2.PARSE, type="E", reason="no", manner=peer_pb2.TYPED, by=peer_pb2.LIBRARY)
REFUSED = peer_pb2.Result(decode_error=_FAILURE)
BY_SERVER = peer_pb2.Result(echoed=peer_pb2.Echoed(refusal=REFUSED, sent=5))
LOST = peer_pb2.Result(connection_error=peer_pb2.Failure(reason="reset by peer"))


@pytest.fixture
def judged(tmp_path):
    """judged(results, entries) -> the reading, and what the row says of its values."""

    def judge(results, entries="", ending="", codecs=(CLIENT, SERVER)):
        (tmp_path / "e.yaml").write_text(entries)
        matcher = EchoMatcher(load(tmp_path), {CLIENT.id: "1", SERVER.id: "1"}, Speakers(codecs))
        slots = []
        for result in results:
            slots.append(EchoSlot())
            slots[-1].fill(result)
        route = Route(PAYLOAD.name, None, Leg("socket"), Format("json", "json"), CLIENT, (SERVER,))
        row = EchoJudge(Same(), Schema(), matcher).row(PAYLOAD, route, [slots], [ending])
        return row.readings[0], row.objects[SERVER.id], matcher

    return judge


def entry(suite: str, writer: str, reader: str, outcome: str) -> str:
    return f"""
suite: {suite}
entries:
  - {{name: it, format: json, writer: {writer}, reader: {reader}, cases: '*', {outcome},
     reason: r, authority: a, nature: library-bug}}
"""


def test_equal_values_are_one_equal_cell(judged):
    reading, objects, _ = judged([echoed("one"), echoed("two"), echoed("three")])
    assert reading.cell is None
    assert objects == {"objects": {"equal": 3}, "sent": 15, "received": 18}


def test_a_value_that_comes_back_changed_is_told_with_path_and_values(judged):
    reading, objects, _ = judged([echoed("one"), echoed("TWO"), echoed("three")])
    assert reading.cell.outcome is Outcome.DIFFERS and reading.value == VALUES[1]
    assert objects["objects"] == {"differs": 1, "equal": 2} and objects["object"] == 1
    assert str(reading.cell.problems[0]) == "no entry states that value is reinterpreted"


def test_two_replies_that_are_mixed_up_are_told(judged):
    reading, objects, _ = judged([echoed("two"), echoed("one"), echoed("three")])
    assert objects["objects"] == {"differs": 2, "equal": 1} and reading.cell.problems


def test_the_worst_value_is_shown_and_the_server_is_named(judged):
    reading, objects, _ = judged([echoed("TWO"), BY_SERVER, LOST], ending="had ended (signal 9)")
    assert reading.cell.outcome is Outcome.LOST
    assert reading.cell.reason == "reset by peer; the server had ended (signal 9)"
    assert objects["objects"] == {"differs": 1, "lost": 1, "rejected": 1}
    reading, _, _ = judged([BY_SERVER, echoed("two"), echoed("three")])
    assert (reading.cell.outcome, reading.cell.side, reading.cell.stage) == (Outcome.REJECTED, "server", "parse")


@pytest.mark.parametrize("sides", [("here/one", "there/one"), ("there/one", "here/one")])
def test_an_entry_of_interop_explains_either_direction(judged, sides):
    stated = entry("interop", *sides, "outcome: rejected, says: 'no'")
    reading, _, _ = judged([BY_SERVER, echoed("two"), echoed("three")], stated)
    assert reading.cell.entries == ["it"] and not reading.cell.problems
    other = entry("interop", *sides, "outcome: rejected, says: other words")
    reading, _, _ = judged([BY_SERVER, echoed("two"), echoed("three")], other)
    assert reading.cell.problems


def test_an_entry_of_interop_need_not_be_shown_but_one_of_echo_must(judged):
    stated = entry("interop", "here/one", "there/one", "outcome: rejected")
    reading, _, matcher = judged([echoed("one"), echoed("two"), echoed("three")], stated)
    assert reading.cell is None and not matcher.stale()
    stated = entry("echo", "here/one", "there/one", "outcome: rejected")
    reading, _, matcher = judged([echoed("one"), echoed("two"), echoed("three")], stated)
    assert "states rejected, but no value of the cell is that" in str(reading.cell.problems[0])


def test_what_a_client_may_not_answer_is_a_defect():
    slot = EchoSlot()
    slot.fill(peer_pb2.Result(encoded=b"x"))
    assert slot.outcome is Outcome.INTERNAL
    assert read(LOST, "decode").outcome is Outcome.INTERNAL


WRONG = "outcome: differs, kind: reinterpreted"
CONVERTS = {
    "client reads": (codec("here", reads=("texts",)), SERVER),
    "client writes": (codec("here", writes=("texts",)), SERVER),
    "server reads": (CLIENT, codec("there", reads=("texts",))),
    "server writes": (CLIENT, codec("there", writes=("texts",))),
}


@pytest.mark.parametrize("which", CONVERTS)
def test_an_entry_of_echo_states_a_conversion_of_either_side(judged, which):
    told = [echoed("one"), echoed("TWO"), echoed("three")]
    codecs, peer = CONVERTS[which], {"client": "here", "server": "there"}[which.partition(" ")[0]]
    reading, _, _ = judged(told, entry("echo", "here/one", "there/one", WRONG), codecs=codecs)
    assert str(reading.cell.problems[0]).endswith(f"conversion of this bed in {peer}:json/one: `by: codec`")
    stated = entry("echo", "here/one", "there/one", f"{WRONG}, by: {{{peer}/one: codec}}")
    reading, _, _ = judged(told, stated, codecs=codecs)
    assert reading.cell.entries == ["it"] and not reading.cell.problems


def test_an_entry_of_echo_that_blames_a_conversion_for_the_library_is_red(judged):
    told = [echoed("one"), echoed("TWO"), echoed("three")]
    reading, _, _ = judged(told, entry("echo", "here/one", "there/one", f"{WRONG}, by: codec"))
    assert "states another speaker" in str(reading.cell.problems[0])


@pytest.mark.parametrize(
    ("sides", "by"), [(("here/one", "there/one"), "library"), (("there/one", "here/one"), "codec")]
)
def test_an_entry_of_interop_states_the_speaker_of_its_own_direction(judged, sides, by):
    """The client converts what it reads, which is no matter of the bytes that it wrote."""
    told, codecs = [echoed("one"), echoed("TWO"), echoed("three")], CONVERTS["client reads"]
    for stated in ("library", "codec"):
        reading, _, _ = judged(told, entry("interop", *sides, f"{WRONG}, by: {stated}"), codecs=codecs)
        assert bool(reading.cell.problems) == (stated != by)
