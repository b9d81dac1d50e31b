"""Predictions against observations: what the documents and `buf breaking` say of a step, and what a run shows.

A checker *passes* or *flags* a step; the documents may also say `conditional`, which is neither. *Missed* is harm in a
step that passes, a *false alarm* a flag on a step that does no harm. Harm is counted at two levels: `strict` takes
every loss for harm, `lenient` only values that are wrong, and failures. Observed are the legs of the two versions
alone: read backward and forward, and relayed by either; legs of three versions, mutating relays and relays through
JSON are another question than the checkers answer. What one schema on both sides shows, too (`unchanged: true` in
reasons.yaml), is no harm of a change.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from wirebed.report.load import Report
from wirebed.report.of_suites import Step
from wirebed.report.steps.buf_verdicts import CATEGORIES, Verdicts
from wirebed.report.steps.step_verdict import StepVerdict, by_leg, together
from wirebed.report.steps.verdicts import EQUAL, Verdict

LEGS = ("backward", "forward", "relay-old", "relay-new")
LEVELS = {
    "strict": (Verdict.LOSSY, Verdict.CORRUPTING, Verdict.BREAKING),
    "lenient": (Verdict.CORRUPTING, Verdict.BREAKING),
}
PASS, FLAG, CONDITIONAL = "pass", "flag", "conditional"
DOCS = "documents"
_DOCS = {"safe": PASS, "conditional": CONDITIONAL, "unsafe": FLAG}
# The formats that a category of buf claims to cover.
FORMATS = {
    "FILE": ("protobuf", "protojson"),
    "PACKAGE": ("protobuf", "protojson"),
    "WIRE_JSON": ("protojson",),
    "WIRE": ("protobuf",),
}


NOTHING_SAID = "No step says what its documents say, and buf was not asked (`make buf`)."
# The columns of a table of scores.
COUNTED = (
    *("checker", "format", "harm", "steps", "pass", "missed", "flag", "false alarm", "of it all equal"),
    *("conditional", "of these with harm"),
)


@dataclass
class Score:
    """The steps by verdict of one checker, for one format and one level of harm."""

    checker: str
    format: str
    level: str
    passes: list[str] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    conditional: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)  # of those that pass
    false_alarms: list[str] = field(default_factory=list)  # of those flagged
    equal: list[str] = field(default_factory=list)  # of the false alarms, those whose samples were all equal
    violated: list[str] = field(default_factory=list)  # of the conditional ones, those with a sample that does harm

    @property
    def steps(self) -> int:
        """The number of steps that the checker judges and that ran in this format."""
        return len(self.passes) + len(self.flags) + len(self.conditional)

    @property
    def counted(self) -> tuple[str | int, ...]:
        """The cells of the columns `COUNTED`."""
        lists = (
            *(self.passes, self.missed, self.flags, self.false_alarms, self.equal),
            *(self.conditional, self.violated),
        )
        return self.checker, self.format, self.level, self.steps, *map(len, lists)


@dataclass
class Prediction:
    """All observations and scores of a report."""

    steps: list[Step]
    verdicts: Verdicts
    observed: dict[tuple[str, str], StepVerdict]  # step, format -> the legs of two versions as one
    scores: list[Score]


def effects(report: Report, worst: dict[tuple[str, str, str], StepVerdict]) -> dict[tuple[str, str, str], StepVerdict]:
    """The worst of a report without what an unchanged schema shows, too."""
    apart = {step.step: set(step.unchanged) for step in report.steps if step.unchanged}
    lines = (line for line in report.lines if line.case.partition("/")[0] in apart)
    return worst | by_leg(lines, frozenset().union(*apart.values()))


def predict(steps: list[Step], worst: dict[tuple[str, str, str], StepVerdict], verdicts: Verdicts) -> Prediction:
    observed = {}
    # The first of two changes is a step of its own elsewhere.
    steps = [step for step in steps if "v3" not in step.versions]
    formats = dict.fromkeys(key[1] for key in worst)
    for step in steps:
        for format_ in formats:
            square = together(worst.get((step.step, format_, leg)) for leg in LEGS)
            if square is not None and square.cells:
                observed[step.step, format_] = square
    return Prediction(steps, verdicts, observed, list(_scores(steps, observed, verdicts)))


def _scores(steps: list[Step], observed: Mapping[tuple[str, str], StepVerdict], verdicts: Verdicts) -> Iterator[Score]:
    documented = dict.fromkeys(format_ for step in steps for format_ in step.docs)
    for level in LEVELS:
        for format_ in documented:
            yield _score(DOCS, format_, level, observed, {step.step: docs(step, format_) for step in steps})
        for category in CATEGORIES if verdicts.steps else ():
            says = {step.step: buf(step, category, verdicts) for step in steps}
            for format_ in FORMATS[category]:
                yield _score(f"buf {category}", format_, level, observed, says)


def docs(step: Step, format_: str) -> str | None:
    doc = step.docs.get(format_)
    return _DOCS[doc.says] if doc else None


def buf(step: Step, category: str, verdicts: Verdicts) -> str | None:
    rules = verdicts.of(step.step, category)
    return None if rules is None else FLAG if rules else PASS


def _score(
    checker: str,
    format_: str,
    level: str,
    observed: Mapping[tuple[str, str], StepVerdict],
    says: Mapping[str, str | None],
) -> Score:
    """`says`: what the checker says of each step."""
    score = Score(checker, format_, level)
    for name, verdict in says.items():
        seen = observed.get((name, format_))
        if verdict is None or seen is None:
            continue
        harm = seen.verdict in LEVELS[level]
        listed, wrong, is_wrong = {
            PASS: (score.passes, score.missed, harm),
            FLAG: (score.flags, score.false_alarms, not harm),
            CONDITIONAL: (score.conditional, score.violated, harm),
        }[verdict]
        listed.append(name)
        if is_wrong:
            wrong.append(name)
            if verdict == FLAG and seen.severity == EQUAL:
                score.equal.append(name)
    return score
