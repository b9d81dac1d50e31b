"""`make bench-compare BASE=<file>`: which rows became faster or slower since, a verdict for each.

As benchstat does, it gives both times with their intervals, the change with its interval, and `p`: how probable such a
change is if nothing changed (Welch's t-test on the means of the processes). A row is `faster` or `slower` if p is at
most ALPHA and the change exceeds LEAST_EFFECT. It is the `same` if its change is known to be less than SAME. All others
are `unclear`. Rows that no codec touches (copy and memcpy) are tested like the others: where they change, the machine
did.
"""

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from statistics import geometric_mean

from wirebed.bed.exit_codes import AS_EXPECTED, NOT_WHOLE, UNEXPECTED
from wirebed_costs.load_result import languages
from wirebed_costs.statistics import Estimate, p_value, process_means, quotient

# A result has hundreds of rows, so the usual 5 % would call a dozen of them different by chance.
ALPHA = 0.01
LEAST_EFFECT = 0.03
SAME = 0.10
WORDS = ("slower", "faster", "unclear", "same", "new", "gone", "not comparable")


@dataclass
class RowVerdict:
    """`change` is the new mean in multiples of the base's; `low` to `high` is its interval."""

    id: str
    word: str
    why: str = ""
    base: Estimate | None = None
    now: Estimate | None = None
    change: float | None = None
    low: float = 0.0
    high: float = math.inf
    p: float = 1.0


@dataclass
class Comparison:
    verdicts: list[RowVerdict]
    untouched: dict[str, float]  # language -> the geometric mean of the changes of rows that no codec touches
    notes: list[str] = field(default_factory=list)

    @property
    def exit_code(self) -> int:
        """1 when something is slower, 3 when nothing could be compared, else 0."""
        words = Counter(verdict.word for verdict in self.verdicts)
        if words["slower"]:
            return UNEXPECTED
        return AS_EXPECTED if any(verdict.change is not None for verdict in self.verdicts) else NOT_WHOLE


def compare(base: dict, now: dict) -> Comparison:
    old, new = ({row["id"]: row for row in result["rows"] if any(row["samples"])} for result in (base, now))
    excluded = _excluded(base, now)
    verdicts = []
    for name in dict.fromkeys([*new, *old]):
        row = new.get(name) or old[name]
        if name not in old or name not in new:
            verdicts.append(RowVerdict(name, "gone" if name in old else "new"))
        elif why := excluded.get(row["peer"]):
            verdicts.append(RowVerdict(name, "not comparable", why))
        else:
            verdicts.append(_verdict(old[name], row))
    return Comparison(verdicts, _untouched(verdicts, new, languages(now)), list(_notes(base, now, old, new)))


def _excluded(base: dict, now: dict) -> dict[str, str]:
    """Peer -> why its rows cannot be compared: another machine, or other settings of the harness."""
    for part in ("cpu", "cores"):
        before, after = base["machine"].get(part), now["machine"].get(part)
        if before != after:
            return {peer["peer"]: f"another machine: {part} {before}, now {after}" for peer in now["peers"]}
    old = {peer["peer"]: peer for peer in base["peers"]}
    excluded = {}
    for peer in now["peers"]:
        for part in ("harness", "version", "flags"):
            before = old.get(peer["peer"], peer)[part]
            if before != peer[part]:
                excluded[peer["peer"]] = f"measured otherwise: {part} {before}, now {peer[part]}"
    return excluded


def _verdict(old: dict, new: dict) -> RowVerdict:
    before, after = (Estimate.of(process_means(row)) for row in (old, new))
    verdict = RowVerdict(new["id"], "unclear", base=before, now=after)
    if math.inf in (before.error, after.error):
        verdict.why = "one process: how processes differ is not known"
        return verdict
    verdict.change, verdict.low, verdict.high = quotient(after, before)
    verdict.p = p_value(after, before)
    if verdict.p <= ALPHA and abs(math.log(verdict.change)) > LEAST_EFFECT:
        verdict.word = "slower" if verdict.change > 1 else "faster"
    elif max(verdict.high, 1 / verdict.low) <= 1 + SAME:
        verdict.word = "same"
    return verdict


def _untouched(verdicts: Iterable[RowVerdict], new: dict, spoken: dict[str, str]) -> dict[str, float]:
    changes: dict[str, list[float]] = {}
    for verdict in verdicts:
        if verdict.base is not None and verdict.now is not None and new[verdict.id]["codec"] is None:
            change = verdict.now.mean / verdict.base.mean
            changes.setdefault(spoken[new[verdict.id]["peer"]], []).append(change)
    return {language: geometric_mean(values) for language, values in sorted(changes.items())}


def _notes(base: dict, now: dict, old: dict, new: dict) -> Iterable[str]:
    """Other differences between the two results, which may explain a change."""
    was, is_ = base["machine"]["system"], now["machine"]["system"]
    if was != is_:
        yield f"system: {was}, now {is_}"
    for part, key, of in (("peers", "peer", "runtime"), ("codecs", "codec", "version")):
        before = {row[key]: row[of] for row in base[part]}
        for row in now[part]:
            was = before.get(row[key], row[of])
            if was != row[of]:
                yield f"{row[key]}: {was}, now {row[of]}"
    wires = {name: (old[name]["wire"], new[name]["wire"]) for name in new if name in old}
    longer = [f"{name} {was:,} to {wire:,}" for name, (was, wire) in wires.items() if was != wire]
    if longer:
        yield f"other bytes in {len(longer)} rows: {', '.join(longer[:3])}{', …' if len(longer) > 3 else ''}"
    both = ((name, old[name], new[name]) for name in new if name in old)
    others = [name for name, was, row in both if was["wire"] == row["wire"] and was.get("value") != row.get("value")]
    if others:
        yield f"another value in {len(others)} rows: {', '.join(others[:3])}{', …' if len(others) > 3 else ''}"
    for name, result in (("base", base), ("new", now)):
        if result["dirty"] or result["interrupted"]:
            words = [word for word in ("dirty", "interrupted") if result[word]]
            yield f"the {name} result is {' and '.join(words)}"
        if max(result["load"]) > result["machine"]["cores"]:
            yield f"the {name} result was taken under a load of {max(result['load']):.1f}"
