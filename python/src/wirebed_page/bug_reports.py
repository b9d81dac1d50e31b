"""The reports for maintainers that stand ready for a bug: what a program shows with the library alone, and the program.

fixtures/upstream has them, by the names of entries or of reasons. A reason stands for all bugs of its mechanism.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from wirebed.bed import PROGRAM, ROOT
from wirebed.state.deviations import Entry, reasons
from wirebed_upstream import mechanisms, show
from wirebed_upstream.load import load
from wirebed_upstream.reproduction import Reproduction

_FIXTURES = ROOT / "fixtures"


class BugReports:
    def __init__(self) -> None:
        self._texts = {name: reason.reason for name, reason in reasons.load(_FIXTURES / "reasons").items()}
        self._named: Mapping[str, list[Reproduction]] = defaultdict(list)
        for reproduction in load(_FIXTURES / "upstream", mechanisms.natures(_FIXTURES)):
            for name in reproduction.entries:
                self._named[name].append(reproduction)

    def of(self, entry: Entry, seen_with: Sequence[str]) -> list[dict]:
        """What the browser shows of each report: those that name the entry, else those that name its reason
        (`same_reason`), which may be of another library. `seen_with`: the codecs of this run whose bug it is, or
        between which it is."""
        if own := self._named.get(entry.name):
            return _shown(own, seen_with, same_reason=False)
        of_reason = [name for name, text in self._texts.items() if text == entry.reason]
        found = {one.name: one for name in of_reason for one in self._named.get(name, [])}
        return _shown(found.values(), (), same_reason=True)

    def of_reason(self, name: str, seen_with: Sequence[str]) -> list[dict]:
        """The same for those that name a reason itself."""
        return _shown(self._named.get(name, []), seen_with, same_reason=False)


def _shown(reports: Iterable[Reproduction], seen_with: Sequence[str], same_reason: bool) -> list[dict]:
    return [
        {
            "name": one.name,
            "same_reason": same_reason,
            "library": one.library.coordinates,
            "program": str(one.program.relative_to(ROOT)),
            "thread": one.thread,
            "command": f"{PROGRAM} upstream CASE={one.name}",
            "text": show.report(one, seen_with),
        }
        for one in reports
    ]
