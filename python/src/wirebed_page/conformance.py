"""What codecs fail of the suites of others on the page, as it is pinned."""

from wirebed.bed import Bed
from wirebed.bed.codec_id import format_of, short
from wirebed_conformance import pins
from wirebed_conformance.outcomes import FAILED
from wirebed_page.runs import Runs
from wirebed_page.section import Card, Section


def section(runs: Runs, bed: Bed) -> Section | None:
    pinned = [
        (suite, codec, [t for t, outcome in of.items() if outcome == FAILED]) for suite, codec, of in pins.pinned(bed)
    ]
    if not pinned:
        return None
    block = [
        {"suite": suite, "format": format_of(codec), "codec": short(codec), "failed": failed}
        for suite, codec, failed in pinned
    ]
    none = sum(not failed for _, _, failed in pinned)
    said = f"{none} of {len(pinned)} codecs fail no test; the others fail {sum(len(f) for _, _, f in pinned):,} in all."
    return Section(
        Card("Do suites pass?", "What do the suites of protobuf, JSON and XML say?", said, "#/conformance"),
        {"conformance": block},
    )
