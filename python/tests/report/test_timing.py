"""The indicative timing: which rows are told, and which are left out."""

from wirebed_protocol import peer_pb2

from wirebed.peers import TaskJob
from wirebed.report.footer import Timed
from wirebed.report.timing import left_out, taken_by


def asked(peer: str) -> TaskJob:
    job = TaskJob(peer)
    job.add("json/fake", "a.B", measure=peer_pb2.Measure(view=b"", milliseconds=1))
    return job


def test_a_row_is_shown_or_left_out_with_the_reason(fake, pool):
    started = pool(fake("even"), fake("uneven", "uneven"), fake("dead", "crash"), fake("none", "unsupported"))
    peers = ("even", "uneven", "even", "dead", "none")
    rows = taken_by(started, [(Timed(codec=f"{peer}:json/fake"), asked(peer)) for peer in peers])
    assert [row.codec.partition(":")[0] for row in rows] == ["even", "uneven", "even", "dead"]
    times = {"size": 0, "encode_ns": 1000, "encode_median_ns": 1100, "decode_ns": 1000, "decode_median_ns": 1100}
    assert rows[0] == rows[2] == Timed(codec="even:json/fake", **times)
    why = "encode: median 5.00 µs, more than 1.5 times the fastest batch, 1.00 µs"
    assert rows[1] == Timed(codec="uneven:json/fake", left_out=why)
    assert rows[3].left_out is not None and "exit code 3" in rows[3].left_out
    assert left_out(rows[:3]) == [f"left out: uneven:json/fake ({why})"]
