"""The verdicts of `buf breaking` on each step, as `make buf` wrote them to fixtures/evolution/buf.yaml."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from wirebed.bed import Bed
from wirebed.errors import UserError

# From the strictest to the most lenient.
CATEGORIES = ("FILE", "PACKAGE", "WIRE_JSON", "WIRE")
_Record = Mapping[str, list[str]]  # what is read of a step


@dataclass(frozen=True)
class Verdicts:
    version: str = ""
    steps: dict[str, dict[str, list[str]]] = field(default_factory=dict)  # step -> category -> rule ids
    files: dict[str, str] = field(default_factory=dict)  # step -> hash
    refused: dict[str, str] = field(default_factory=dict)  # step -> buf's words, where it does not take the schema

    def of(self, step: str, category: str) -> list[str] | None:
        """The rules that a step breaks; None when buf has not been asked, or has refused to answer."""
        return self.steps.get(step, {}).get(category)


def path_of(bed: Bed) -> Path:
    return bed.fixtures / "evolution" / "buf.yaml"


def load(bed: Bed) -> Verdicts:
    """The verdicts that are checked in; none when the bed never asked buf."""
    path = path_of(bed)
    if not path.is_file():
        return Verdicts()
    try:
        data = YAML(typ="safe").load(path.read_text(encoding="utf-8"))
        every = data["steps"].items()
        refused = {step: str(of_step["refused"]) for step, of_step in every if "refused" in of_step}
        # Files without `rules` have the rules of each category in each step, as `make buf` wrote them before.
        of = _by_rule(data["rules"]) if "rules" in data else _by_category
        steps = {step: of(of_step) for step, of_step in every if step not in refused}
        return Verdicts(str(data["version"]), steps, {step: of_step["files"] for step, of_step in every}, refused)
    except (YAMLError, KeyError, TypeError, AttributeError) as error:
        raise UserError(f"this is not what `make buf` writes: {error!r}", path) from None


def _by_rule(categories: Mapping[str, list[str]]) -> Callable[[_Record], dict[str, list[str]]]:
    return lambda of_step: {c: [rule for rule in of_step["breaks"] if c in categories[rule]] for c in CATEGORIES}


def _by_category(of_step: _Record) -> dict[str, list[str]]:
    return {c: list(of_step[c]) for c in CATEGORIES}
