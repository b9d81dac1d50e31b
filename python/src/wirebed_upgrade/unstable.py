"""Writers whose bytes are not the same in each process: where the order of a map is by chance, no upgrade changed it.

The same bytes in another order are suspected. A few such values are written again by fresh processes of both sides; a
codec that then writes other bytes than before is unstable, and what it wrote in another order is no change.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from wirebed.cases.case import Case
from wirebed.peers.client import Call, CodecClient, connect
from wirebed_upgrade.pairs import Seen, on_new_side, reordered

# The most values of one codec that are written again, and how often. An order by chance of two keys is the same in each
# of them once in 4,096 times.
_VALUES, _TIMES = 6, 2


def codecs(seen: Iterable[Seen], values: Mapping[str, bytes], cases: Mapping[str, Case], tree: Path,
           peers: Mapping[str, str]) -> frozenset[str]:  # fmt: skip
    """The codecs of the old side that are unstable, on this side or the new one. `values`: the bytes of the report."""
    suspects: dict[str, list[Seen]] = {}
    for each in seen:
        if reordered(each, values) and each.now.case in cases:
            of_codec = suspects.setdefault(each.codec, [])
            if len(of_codec) < _VALUES:
                of_codec.append(each)
    unstable: set[str] = set()
    for _ in range(_TIMES if suspects else 0):
        with connect(tree, sorted({*peers, *peers.values()})) as client:
            unstable |= {codec for codec, of in suspects.items() if _differs(client, codec, of, values, cases, peers)}
    return frozenset(unstable)


def _differs(
    client: CodecClient, codec: str, seen: Sequence[Seen], values: Mapping[str, bytes], cases: Mapping[str, Case],
    peers: Mapping[str, str],
) -> bool:  # fmt: skip
    refs = {ref.id: ref for ref in client.codecs}
    old, new = refs[codec], refs[on_new_side(codec, peers)]
    asked: list[tuple[Call, bytes]] = []
    for each in seen:
        case = cases[each.now.case]
        asked += [(Call.write(old, case), values[each.before.bytes]), (Call.write(new, case), values[each.now.bytes])]
    answers = client.call(call for call, _ in asked)
    return any(answer.data != data for answer, (_, data) in zip(answers, asked, strict=True))
