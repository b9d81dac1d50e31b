"""All that is known of an upgrade when both sides have run: `upgrade.json` beside its report, for all that show it."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from wirebed.bed import files
from wirebed.bed.exit_codes import AS_EXPECTED, NOT_WHOLE, UNEXPECTED
from wirebed.errors import UserError
from wirebed.report import Report
from wirebed_upgrade import findings, rollout
from wirebed_upgrade.cost import Costs
from wirebed_upgrade.pairs import Compared
from wirebed_upgrade.sides import Pair
from wirebed_upgrade.witness import Shown, Witnesses


@dataclass(frozen=True)
class Answer:
    """`changed` and `asked` are numbers of cells; `gone` has why others could not be compared, with their number."""

    bed: str
    started: str
    commit: str
    old: str  # the sides, `gson 2.10.1`
    new: str
    asked: int
    changed: int
    gone: dict[str, int]
    unstable: list[str]  # the codecs whose bytes differ by chance
    findings: list[Shown]  # the most harmful first
    formats: dict[str, rollout.RollOut]
    versions: list[tuple[str, str, str]]  # a codec, and its version before and now
    costs: Costs

    @classmethod
    def of(
        cls, report: Report, compared: Compared, witnesses: Witnesses, asked: Sequence[Pair], costs: Costs
    ) -> "Answer":
        """`asked`: the codecs that are compared."""
        header, sides = report.header, witnesses.sides
        return cls(
            header.bed, header.started, header.commit, sides.old.name, sides.new.name, compared.asked,
            compared.changed, compared.gone, sorted(compared.unstable),
            [witnesses.shown(finding) for finding in findings.of(compared.seen)],
            rollout.of(report, witnesses.codecs),
            [(pair.old.id, pair.old.version, pair.new.version) for pair in asked], costs,
        )  # fmt: skip

    @property
    def exit(self) -> int:
        """0 where nothing changed, 1 where something did, 3 where nothing could be compared."""
        if not self.asked:
            return NOT_WHOLE
        return UNEXPECTED if self.findings else AS_EXPECTED

    def write(self, path: Path) -> None:
        files.write(path, msgspec.json.encode(self))


def read(path: Path) -> Answer:
    """UserError for a file that is damaged or of another version."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Answer)
    except (OSError, msgspec.MsgspecError) as error:
        raise UserError(f"cannot be read: {error}", path) from error
