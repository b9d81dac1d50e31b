"""True and given verdicts beside each other: each is right, wrong, or wrong as a gap states."""

from dataclasses import dataclass

from wirebed_safe_change.known_changes.reported import Reported
from wirebed_safe_change.known_changes.truth import ALL, LISTED, Change, Gap

NOT = "not "


@dataclass(frozen=True)
class Judged:
    """One verdict; `gap` is the entry that states it, if it is wrong as known."""

    change: str
    format: str
    part: str
    true: str
    given: str
    gap: Gap | None = None

    @property
    def right(self) -> bool:
        return self.true == self.given

    @property
    def as_stated(self) -> bool:
        """Whether it is right and no gap names it, or wrong in the way that a gap states."""
        return self.gap is None if self.right else self.gap is not None and self.gap.given == self.given

    def __str__(self):
        text = f"{self.change}, {self.format}, {self.part}: {self.given}, and the truth is {self.true}"
        if self.as_stated:
            return text
        if self.right:
            return f"{self.change}, {self.format}, {self.part}: {self.given} is right now, remove its gap"
        return f"{text} (its gap says {self.gap.given})" if self.gap else text


def judge(changes: list[Change], given: dict[str, Reported], gaps: list[Gap]) -> list[Judged]:
    """Every verdict of the folders that were asked. `given`: folder -> its report."""
    by_key = {gap.key: gap for gap in gaps}
    judged = []
    for change in (candidate for candidate in changes if candidate.folder in given):
        for format_, parts in change.truth.items():
            verdicts = given[change.folder].verdicts(change, format_)
            for part, true in parts.items():
                gap = by_key.get((change.name, format_, part))
                judged.append(Judged(change.name, format_, part, true, verdicts[part], gap))
    return judged


def places(changes: list[Change], given: dict[str, Reported], gaps: list[Gap]) -> list[Judged]:
    """Whether each change is listed, and each message beside it that did not change is not."""
    by_key = {gap.key: gap for gap in gaps}
    judged = []
    for change in (candidate for candidate in changes if candidate.folder in given):
        listed = given[change.folder].listed(change)
        for part, wanted in change.places.items():
            shown = bool(listed) if part == LISTED else part.removeprefix(f"{LISTED} ") in listed
            true, said = (NOT * (not there) + LISTED for there in (wanted, shown))
            judged.append(Judged(change.name, ALL, part, true, said, by_key.get((change.name, ALL, part))))
    return judged
