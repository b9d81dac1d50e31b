"""Predictions against observations (wirebed.evolution.predict): the counts of each checker, and every step."""

from collections.abc import Iterator

from wirebed.evolution.buf import CATEGORIES
from wirebed.evolution.markdown import COUNTED, counted
from wirebed.evolution.predict import LEVELS, Prediction, Score
from wirebed.evolution.table_letters import code, dissenters
from wirebed.page.evolution_steps import witness

# What is said of a step that is in a list of a score. Of a step in two of them, the later one says more.
_WORDS = {
    "passes": "pass",
    "missed": "missed",
    "flags": "flag",
    "false_alarms": "false alarm",
    "conditional": "conditional",
    "violated": "conditional, did harm",
}
# The first ones stand first in the table.
_ORDER = ("missed", "false_alarms", "violated", "passes", "flags", "conditional")


def block(prediction: Prediction) -> dict:
    verdicts = prediction.verdicts
    return {
        "version": verdicts.version,
        "levels": {level: list(map(str, harm)) for level, harm in LEVELS.items()},
        "order": [_WORDS[name] for name in _ORDER],
        "heads": COUNTED,
        "counts": [counted(score) for score in prediction.scores],
        "checkers": list(dict.fromkeys(score.checker for score in prediction.scores)),
        "buf": {step: [found[name] for name in CATEGORIES] for step, found in verdicts.steps.items()},
        "categories": CATEGORIES,
        "refused": verdicts.refused,
        "rows": list(_rows(prediction)),
    }


def _rows(prediction: Prediction) -> Iterator[dict]:
    """Each step and format of which a checker says something, and what was observed."""
    said: dict[tuple[str, str], dict] = {}
    for score in prediction.scores:
        for name, word in _words(score).items():
            levels = said.setdefault((name, score.format), {level: {} for level in LEVELS})
            levels[score.level][score.checker] = word
    steps = {step["step"]: step for step in prediction.steps}
    for (name, format), levels in said.items():
        seen = prediction.observed[name, format]
        yield {
            "step": name,
            "format": format,
            "docs": (steps[name].get("docs") or {}).get(format),
            "said": levels,
            "verdict": str(seen.verdict),
            "code": code(seen),
            "witness": witness(seen.witness),
            "silent": witness(seen.silent),
            "dissent": dissenters(seen),
        }


def _words(score: Score) -> dict[str, str]:
    return {step: word for name, word in _WORDS.items() for step in getattr(score, name)}
