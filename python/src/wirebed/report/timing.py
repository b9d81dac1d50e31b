"""The indicative timing at the end of a run: each codec on two values, taken inside the peers.

Not a benchmark: some milliseconds a row, while the machine does what it does. Its use is to notice a factor.
"""

from wirebed_protocol import peer_pb2

from wirebed.matrix.codecs import NONE, CodecRef
from wirebed.peers import Lost, Pool, task

MILLISECONDS = 15
VALUES = ("Stock/article_hessian", "Testobject/article")


def measure(pool: Pool, codecs: list[CodecRef], cases: list) -> list[dict]:
    """One row for each codec and value: nanoseconds of an encode and of a decode, and the size.

    In the processes of the run, which a full run has warmed: others would be measured while they still compile.
    """
    values = [case for case in cases if case.name in VALUES]
    timed = [codec for codec in codecs if codec.encodes and codec.decodes and codec.format != NONE]
    wanted = [(codec, case) for case in values for codec in timed]
    if not wanted:
        return []
    tasks: dict[str, list] = {}
    for codec, case in wanted:
        taken = peer_pb2.Measure(view=case.view, milliseconds=MILLISECONDS)
        one = task(codec.key, case.message, case.options.get(codec.format), measure=taken)
        tasks.setdefault(codec.peer, []).append(one)
    answers = {peer: iter(found) for peer, found in pool.run(tasks).items()}
    rows = []
    for codec, case in wanted:
        answer = next(answers[codec.peer])
        if isinstance(answer, Lost) or answer.WhichOneof("outcome") != "measured":
            continue
        m = answer.measured
        if m.encodes and m.decodes:
            rows.append(
                {
                    "codec": codec.id,
                    "format": codec.format,
                    "case": case.name,
                    "encode_ns": round(m.encode_nanos / m.encodes),
                    "decode_ns": round(m.decode_nanos / m.decodes),
                    "size": m.size,
                }
            )
    return rows
