"""Cells per second by format, of a whole run."""

from collections import Counter

from wirebed.bed.codec_id import NONE, format_of


def speed(busy: Counter[str], cells: Counter[str], seconds: float) -> dict[str, dict[str, float]]:
    """Each format gets the share of the wall time that its codecs have of the peers' busy time.

    `busy`: codec -> seconds that its peer worked for it. `cells`: format, and codec as a reader -> its cells. A codec
    that takes over a third of its format's time, and at least a second, is left out and reported under `slow`.
    """
    by_format: dict[str, Counter[str]] = {}
    for codec, took in busy.items():
        by_format.setdefault(format_of(codec), Counter())[codec] += took
    total = sum(busy.values()) or 1.0
    rates: dict[str, float] = {}
    slow: dict[str, float] = {}
    for format, of_format in sorted(by_format.items()):
        count = cells[format]
        slowest, most = of_format.most_common(1)[0]
        rest = sum(of_format.values())
        if len(of_format) > 2 and most > rest / 3 and most > 1.0 and format != NONE:
            slow[slowest] = round(most, 3)
            count, rest = count - cells[slowest], rest - most
        if count and rest:
            rates[format] = round(count / (seconds * rest / total))
    return {"formats": rates, "slow": slow}
