"""`make bench-compare BASE=<file>`: which rows became faster or slower since, a verdict for each.

Two runs of the same build differ because of the machine. The rows copy and memcpy, which no codec touches, show by how
much (`Drift`): their common change is subtracted from every row, and their scatter is an error of every row in addition
to that of its own processes. A row is `faster` or `slower` when a moderated t-test on its process means
(wirebed_costs.pooled), corrected for the number of rows (Benjamini and Hochberg, 5 %), says so and the change exceeds
the least effect, which is never below 3 %. It is the `same` when its change is known to be less than 10 % or than the
least effect. All other rows are `unclear`.
"""

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from statistics import fmean, median, stdev

from wirebed.bed.exit_codes import AS_EXPECTED, NOT_WHOLE, UNEXPECTED
from wirebed_costs.load_result import languages
from wirebed_costs.pooled import Prior
from wirebed_costs.statistics import combined, process_means, quantile

FALSE_DISCOVERIES = 0.05
LEAST_EFFECT = 0.03
# The scatter that is assumed when fewer than FEW_CONTROLS rows can show it.
UNKNOWN_SCATTER = 0.02
FEW_CONTROLS = 4
SAME = 0.10
WORDS = ("slower", "faster", "unclear", "same", "new", "gone", "not comparable")


@dataclass
class RowVerdict:
    """`change` is the new mean in multiples of the base's, without the drift; `low` to `high` is its interval."""

    id: str
    word: str
    why: str = ""
    base: float | None = None
    now: float | None = None
    change: float | None = None
    low: float = 0.0
    high: float = math.inf
    p: float = 1.0


@dataclass(frozen=True)
class Drift:
    """The machine's part of the change between two runs, by the rows that no codec touches (the controls): the
    logarithm of their common change, their scatter about it, and their number."""

    common: float
    scatter: float
    controls: int

    @property
    def freedom(self) -> float:
        """The degrees of freedom of the scatter; an assumed scatter counts as well known."""
        return self.controls - 1 if self.controls >= FEW_CONTROLS else 100

    @property
    def least(self) -> float:
        """The smallest effect, as a logarithm, that counts as more than the machine's own."""
        return max(LEAST_EFFECT, 2 * self.scatter)

    @classmethod
    def of(cls, changes: list[float]) -> "Drift":
        if not changes:
            return cls(0.0, UNKNOWN_SCATTER, 0)
        common = median(changes)
        # The median absolute deviation, scaled to a standard deviation: one outlier does not decide.
        scatter = 1.4826 * median(abs(change - common) for change in changes)
        return cls(common, max(scatter, UNKNOWN_SCATTER if len(changes) < FEW_CONTROLS else 0.0), len(changes))


@dataclass
class Comparison:
    drift: dict[str, Drift]  # by language
    verdicts: list[RowVerdict]
    notes: list[str] = field(default_factory=list)

    @property
    def exit_code(self) -> int:
        """1 when something is slower, 3 when nothing could be compared, else 0."""
        words = Counter(verdict.word for verdict in self.verdicts)
        if words["slower"]:
            return UNEXPECTED
        return AS_EXPECTED if words["faster"] or words["same"] or words["unclear"] else NOT_WHOLE


def compare(base: dict, now: dict) -> Comparison:
    old, new = ({row["id"]: row for row in result["rows"] if any(row["samples"])} for result in (base, now))
    excluded = _excluded(base, now)
    spoken = {**languages(base), **languages(now)}
    drift, priors = _drift(old, new, spoken, excluded), _priors(old, new, spoken, excluded)
    verdicts = []
    for name in dict.fromkeys([*new, *old]):
        row = new.get(name) or old[name]
        if name not in old or name not in new:
            verdicts.append(RowVerdict(name, "gone" if name in old else "new"))
        elif why := excluded.get(row["peer"]):
            verdicts.append(RowVerdict(name, "not comparable", why))
        else:
            language = spoken[row["peer"]]
            verdicts.append(_measured(old[name], new[name], drift[language], priors[language]))
    _decide(verdicts, {verdict.id: drift[spoken[new[verdict.id]["peer"]]] for verdict in verdicts if verdict.change})
    return Comparison(drift, verdicts, list(_notes(base, now, old, new)))


def _excluded(base: dict, now: dict) -> dict[str, str]:
    """Peer -> why its rows cannot be compared: another machine, or other settings of the harness."""
    for part in ("cpu", "cores"):
        before, after = base["machine"].get(part), now["machine"].get(part)
        if before != after:
            return {peer["peer"]: f"another machine: {part} {before}, now {after}" for peer in now["peers"]}
    old = {peer["peer"]: peer for peer in base["peers"]}
    found = {}
    for peer in now["peers"]:
        for part in ("harness", "version", "flags"):
            before = old.get(peer["peer"], peer)[part]
            if before != peer[part]:
                found[peer["peer"]] = f"measured otherwise: {part} {before}, now {peer[part]}"
    return found


def _drift(old: dict, new: dict, spoken: dict[str, str], excluded: dict[str, str]) -> dict[str, Drift]:
    """The drift of each language; one without controls has that of all, with at least the assumed scatter."""
    changes: dict[str, list[float]] = {spoken[row["peer"]]: [] for row in new.values()}
    for name, row in new.items():
        if row["codec"] is None and name in old and row["peer"] not in excluded:
            before, after = (fmean(process_means(one)) for one in (old[name], row))
            changes[spoken[row["peer"]]].append(math.log(after / before))
    together = Drift.of([change for found in changes.values() for change in found])
    assumed = Drift(together.common, max(together.scatter, UNKNOWN_SCATTER), 0)
    return {language: Drift.of(found) if found else assumed for language, found in changes.items()}


def _measured(old: dict, new: dict, drift: Drift, prior: Prior) -> RowVerdict:
    """The change of a row and its p-value; `_decide` needs those of all rows for the verdict."""
    from scipy.stats import t

    before, after = (process_means(row) for row in (old, new))
    verdict = RowVerdict(new["id"], "unclear", base=fmean(before), now=fmean(after))
    if min(len(before), len(after)) < 2:
        verdict.why = "one process: how processes differ is not known"
        return verdict
    variance, freedom = prior.moderated(*_variance(old, new))
    error = math.sqrt(variance * (1 / len(before) + 1 / len(after)))
    error, freedom = combined((error, freedom), (drift.scatter, drift.freedom))
    effect = math.log(verdict.now / verdict.base) - drift.common
    verdict.change = math.exp(effect)
    reach = min(quantile(freedom) * error, 50)
    verdict.low, verdict.high = math.exp(effect - reach), math.exp(effect + reach)
    verdict.p = float(2 * t.sf(abs(effect) / error, freedom)) if error else float(effect == 0)
    return verdict


def _variance(old: dict, new: dict) -> tuple[float, float] | None:
    """The relative variance of process means in both runs together, and its degrees of freedom; None where a run has
    a single process."""
    both = [process_means(row) for row in (old, new)]
    if min(map(len, both)) < 2:
        return None
    freedom = sum(len(means) - 1 for means in both)
    return sum((len(means) - 1) * (stdev(means) / fmean(means)) ** 2 for means in both) / freedom, freedom


def _priors(old: dict, new: dict, spoken: dict[str, str], excluded: dict[str, str]) -> dict[str, Prior]:
    """The prior of each language, since each harness has another variance between processes."""
    found: dict[str, list] = {spoken[row["peer"]]: [] for row in new.values()}
    for name, row in new.items():
        if name in old and row["peer"] not in excluded and (variance := _variance(old[name], row)):
            found[spoken[row["peer"]]].append(variance)
    return {language: Prior.of(variances) for language, variances in found.items()}


def _decide(verdicts: list[RowVerdict], drift: dict[str, Drift]):
    from scipy.stats import false_discovery_control

    tested = [verdict for verdict in verdicts if verdict.change is not None]
    if not tested:
        return
    corrected = false_discovery_control([verdict.p for verdict in tested])
    for verdict, p in zip(tested, corrected, strict=True):
        least = drift[verdict.id].least
        if p <= FALSE_DISCOVERIES and abs(math.log(verdict.change)) > least:
            verdict.word = "slower" if verdict.change > 1 else "faster"
        elif max(math.log(verdict.high), -math.log(verdict.low)) <= max(math.log1p(SAME), least):
            verdict.word = "same"


def _notes(base: dict, now: dict, old: dict, new: dict) -> Iterable[str]:
    """Other differences between the two results, which may explain a change."""
    was, is_ = base["machine"]["system"], now["machine"]["system"]
    if was != is_:
        yield f"system: {was}, now {is_}"
    for part, key, of in (("peers", "peer", "runtime"), ("codecs", "codec", "version")):
        before = {one[key]: one[of] for one in base[part]}
        for one in now[part]:
            was = before.get(one[key], one[of])
            if was != one[of]:
                yield f"{one[key]}: {was}, now {one[of]}"
    wires = {name: (old[name]["wire"], new[name]["wire"]) for name in new if name in old}
    longer = [f"{name} {was:,} to {wire:,}" for name, (was, wire) in wires.items() if was != wire]
    if longer:
        yield f"other bytes in {len(longer)} rows: {', '.join(longer[:3])}{', …' if len(longer) > 3 else ''}"
    for name, result in (("base", base), ("new", now)):
        if result["dirty"] or result["interrupted"]:
            words = [word for word in ("dirty", "interrupted") if result[word]]
            yield f"the {name} result is {' and '.join(words)}"
        if max(result["load"]) > result["machine"]["cores"]:
            yield f"the {name} result was taken under a load of {max(result['load']):.1f}"
