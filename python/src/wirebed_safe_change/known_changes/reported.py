"""The verdicts that a report of OLD= NEW= gives for one change, from all names in its package."""

from wirebed_safe_change.known_changes.truth import GIVEN, PARTS, WHOLE, Change

_DIRECTIONS = {"backward": PARTS[0], "forward": PARTS[1]}
_RELAY = PARTS[2]


class Reported:
    """The lines of one report, by change."""

    def __init__(self, lines: list[dict]):
        self.findings = [line["finding"] for line in lines if "finding" in line]
        self.names = [line["change"] for line in lines if "change" in line]

    def verdicts(self, change: Change, format_: str) -> dict[str, str]:
        """The verdicts by the parts of the true ones; `none` for a change that should be listed and is not."""
        parts = dict.fromkeys(PARTS, "safe")
        for finding in self.findings:
            if finding["format"] == format_ and _within(finding["message"], change):
                for part, verdict in _parts(finding):
                    parts[part] = max(parts[part], verdict, key=GIVEN.index)
        whole = [line["verdicts"][format_] for line in self._named(change) if format_ in line["verdicts"]]
        if WHOLE not in change.truth[format_]:
            return {part: max((verdict, *whole), key=GIVEN.index) for part, verdict in parts.items()}
        worst = max((*parts.values(), *whole), key=GIVEN.index)
        unlisted = change.listed is not None and not self.listed(change)
        return {WHOLE: "none" if worst == "safe" and unlisted else worst}

    def listed(self, change: Change) -> set[str]:
        """The names in the package of the change that the report lists as changed or harmed."""
        names = {finding["message"] for finding in self.findings} | {_name(line) for line in self.names}
        return {name for name in names if _within(name, change)}

    def _named(self, change: Change) -> list[dict]:
        """The names that are removed, renamed or of another type as a whole."""
        return [line for line in self.names if "verdicts" in line and _within(_name(line), change)]


def _name(change: dict) -> str:
    return change.get("message") or change.get("enum") or change["name"]


def _within(name: str, change: Change) -> bool:
    return f"{name}.".startswith(f"{change.package}.")


def _parts(finding: dict):
    undeclared = finding["verdict"] == "undeclared"
    yield _DIRECTIONS[finding["direction"]], "undeclared" if undeclared else finding["reading"]
    yield _RELAY, "undeclared" if undeclared else finding["relaying"]
