"""Predictions against observations (wirebed.report.steps.predict): the counts of each checker, and every step."""

from collections.abc import Iterator

from wirebed.report.steps.buf_verdicts import CATEGORIES
from wirebed.report.steps.predict import COUNTED, DOCS, LEVELS, NOTHING_SAID, Prediction
from wirebed.report.steps.table_letters import code, dissenters
from wirebed_page.evolution_steps import witness

# The lists of a score in the order of `COUNTED`, and what is said of a step in each; of two, the later says more.
_LISTS = {
    "passes": "pass",
    "missed": "missed",
    "flags": "flag",
    "false_alarms": "false alarm",
    "equal": "false alarm, all equal",
    "conditional": "conditional",
    "violated": "conditional, did harm",
}
# What was said wrongly stands first.
_FIRST = ("missed", "false_alarms", "equal", "violated", "passes", "flags", "conditional")


def block(prediction: Prediction) -> dict:
    verdicts = prediction.verdicts
    return {
        "version": verdicts.version,
        "nothing": "" if prediction.scores else NOTHING_SAID,
        "levels": {level: list(map(str, harm)) for level, harm in LEVELS.items()},
        "words": list(_LISTS.values()),
        "order": [list(_LISTS).index(name) for name in _FIRST],
        "heads": COUNTED,
        "counts": [score.counted for score in prediction.scores],
        "documents": DOCS,
        "checkers": list(dict.fromkeys(score.checker for score in prediction.scores)),
        "buf": {step: [counts[name] for name in CATEGORIES] for step, counts in verdicts.steps.items()},
        "categories": CATEGORIES,
        "refused": verdicts.refused,
        "rows": list(_rows(prediction)),
    }


def _rows(prediction: Prediction) -> Iterator[dict]:
    """Each step and format of which a checker says something, and what was observed. `said`: by level and checker, the
    numbers of `words`."""
    predicted: dict[tuple[str, str], dict] = {}
    for score in prediction.scores:
        for number, name in enumerate(_LISTS):
            for step in getattr(score, name):
                levels = predicted.setdefault((step, score.format), {level: {} for level in LEVELS})
                levels[score.level].setdefault(score.checker, []).append(number)
    steps = {step.step: step for step in prediction.steps}
    for (name, format), levels in predicted.items():
        seen = prediction.observed[name, format]
        yield {
            "step": name,
            "format": format,
            "docs": steps[name].docs.get(format),
            "said": levels,
            "verdict": str(seen.verdict),
            "code": code(seen),
            "witness": witness(seen.witness),
            "silent": witness(seen.silent),
            "dissent": dissenters(seen),
        }
