"""The codecs that decide the exit code: those that CODEC= takes or, without it, all but libraries at their defaults.

The roster lists these under `interop_only:`. The default ObjectMapper of Jackson, for one, refuses every field that it
does not know, so each added field would turn the build of everybody red.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from wirebed.bed import codec_id
from wirebed.bed.glob import listed
from wirebed.cases.byte_source import HEX_WRITER
from wirebed.run.selection import check_list
from wirebed_safe_change.findings import Finding
from wirebed_safe_change.observations import Observation


@dataclass(frozen=True)
class Counting:
    globs: tuple[str, ...] = ()
    defaults: frozenset[str] = frozenset()  # by id

    @classmethod
    def of(cls, codec: str | None, defaults: Collection[str]) -> "Counting":
        """`codec`: globs with commas between."""
        return cls(listed(codec), frozenset(defaults))

    def takes(self, codec: str) -> bool:
        return codec_id.takes(codec, self.globs) if self.globs else codec not in self.defaults

    def counts(self, observation: Observation) -> bool:
        """Whether all codecs of a cell count."""
        return not self.others(observation)

    def others(self, observation: Observation) -> list[str]:
        """The codecs of a cell that do not count."""
        codecs = {observation.writer, observation.relay, observation.reader} - {"", HEX_WRITER}
        return [codec for codec in codecs if not self.takes(codec)]

    def check(self, codecs: Iterable[str]):
        """UserError for a glob that takes no codec of the run."""
        check_list("CODEC", ",".join(self.globs), [name for codec in codecs for name in codec_id.names(codec)])


def beside(findings: list[Finding], others: Iterable[Finding]) -> list[Finding]:
    """The findings with what is worse in `others`, those of the codecs that do not count, beside them."""
    by_key = {finding.key: finding for finding in findings}
    for other in others:
        finding = by_key.setdefault(other.key, Finding(*other.key))
        finding.beside = [effect for effect in other.effects if effect.verdict > finding.verdict]
    known = {id(finding) for finding in findings}
    return [finding for finding in by_key.values() if finding.beside or id(finding) in known]
