"""Writers whose bytes are not the same in each process: where the order of a map is by chance, no upgrade changed it.

Each value whose bytes alone differ is written again by fresh processes of both sides. One of which a side then writes
other bytes is no change, and its codec is unstable. The same bytes in another order, and all values of an unstable
codec, are written more often.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from wirebed.bed.codec_id import peer_of
from wirebed.cases.case import Case
from wirebed.peers.client import Call, CodecClient, connect
from wirebed_upgrade.pairs import Change, Codecs, Compared, Seen

# An order by chance of two keys is the same for both sides in each of six processes once in 4,096 times.
_TIMES, _MOST = 2, 6


def without_chance(compared: Compared, values: Mapping[str, bytes], cases: Mapping[str, Case], tree: Path,
                   codecs: Codecs) -> Compared:  # fmt: skip
    """`values`: the bytes of the report."""
    rest = {id(each): each for each in compared.seen if each.change is Change.BYTES and each.now.case in cases}
    others = [each for each in compared.seen if id(each) not in rest]
    unstable: set[str] = set()
    for turn in range(_MOST):
        often = turn >= _TIMES
        suspects = [e for e in rest.values() if not often or e.codec in unstable or _reordered(e, values)]
        if not suspects:
            break
        with connect(tree, sorted({peer_of(codec) for codec in (*codecs, *codecs.values())})) as client:
            for each in _differing(client, suspects, values, cases, codecs):
                unstable.add(each.codec)
                del rest[id(each)]
    return replace(compared, seen=[*others, *rest.values()], unstable=frozenset(unstable))


def without_order(compared: Compared, unstable: frozenset[str], values: Mapping[str, bytes]) -> Compared:
    """Without the bytes that these codecs have written in another order."""
    seen = [each for each in compared.seen if each.codec not in unstable or not _reordered(each, values)]
    return replace(compared, seen=seen, unstable=unstable)


def _reordered(seen: Seen, values: Mapping[str, bytes]) -> bool:
    """Whether both sides have written the same bytes in another order."""
    before, now = values.get(seen.before.bytes), values.get(seen.now.bytes)
    return seen.change is Change.BYTES and before is not None and now is not None and sorted(before) == sorted(now)


def _differing(
    client: CodecClient, suspects: Sequence[Seen], values: Mapping[str, bytes], cases: Mapping[str, Case],
    codecs: Codecs,
) -> Iterator[Seen]:  # fmt: skip
    """Those of which a side now writes other bytes than before."""
    refs = {ref.id: ref for ref in client.codecs}
    calls: list[Call] = []
    for each in suspects:
        case = cases[each.now.case]
        calls += [Call.write(refs[codec], case) for codec in (each.codec, codecs[each.codec])]
    written = [answer.data for answer in client.call(calls)]
    for each, before, now in zip(suspects, written[::2], written[1::2], strict=True):
        if (before, now) != (values[each.before.bytes], values[each.now.bytes]):
            yield each
