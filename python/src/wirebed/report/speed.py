"""Cells a second by format, of a whole run."""

from collections import Counter

from wirebed.codec_id import NONE, format_of


def speed(busy: Counter, cells: Counter, seconds: float) -> dict:
    """Each format's share of the wall time is that of its peers' busy time.

    `busy`: codec -> seconds that its peer worked for it. `cells`: format, and codec as a reader -> its cells. A codec
    that alone takes over a third of its format's time, and a second at least, is reported apart.
    """
    by_format: dict[str, Counter] = {}
    for codec, took in busy.items():
        by_format.setdefault(format_of(codec), Counter())[codec] += took
    total = sum(busy.values()) or 1.0
    rates, apart = {}, {}
    for format_, of_format in sorted(by_format.items()):
        count = cells[format_]
        slowest, most = of_format.most_common(1)[0]
        rest = sum(of_format.values())
        if len(of_format) > 2 and most > rest / 3 and most > 1.0 and format_ != NONE:
            apart[slowest] = round(most, 3)
            count, rest = count - cells[slowest], rest - most
        if count and rest:
            rates[format_] = round(count / (seconds * rest / total))
    return {"formats": rates, "apart": apart}
