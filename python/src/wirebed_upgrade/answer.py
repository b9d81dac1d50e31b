"""All that is known of an upgrade when both sides have run."""

from collections.abc import Sequence
from dataclasses import dataclass

from wirebed.bed.exit_codes import AS_EXPECTED, NOT_WHOLE, UNEXPECTED
from wirebed.report import Report
from wirebed_upgrade import findings, pairs, rollout
from wirebed_upgrade.cost import Costs
from wirebed_upgrade.sides import Pair, Sides, codecs_of


@dataclass(frozen=True)
class Answer:
    sides: Sides
    compared: pairs.Compared
    findings: list[findings.Finding]
    formats: dict[str, rollout.RollOut]
    versions: list[tuple[str, str, str]]  # a codec, and its version before and now
    costs: Costs

    @classmethod
    def of(
        cls, report: Report, compared: pairs.Compared, sides: Sides, asked: Sequence[Pair], costs: Costs
    ) -> "Answer":
        """`asked`: the codecs that are compared."""
        versions = [(pair.old.id, pair.old.version, pair.new.version) for pair in asked]
        return cls(sides, compared, findings.of(compared.seen), rollout.of(report, codecs_of(asked)), versions, costs)

    @property
    def exit(self) -> int:
        """0 where nothing changed, 1 where something did, 3 where nothing could be compared."""
        if not self.compared.asked:
            return NOT_WHOLE
        return UNEXPECTED if self.findings else AS_EXPECTED
