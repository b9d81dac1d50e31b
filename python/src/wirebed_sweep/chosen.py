"""What is swept: the codecs and cases of a selection, in some ways."""

from dataclasses import dataclass

from wirebed.bed import glob
from wirebed.peers.codecs import CodecRef
from wirebed.run import Selection
from wirebed_sweep.ways import WAYS


@dataclass(frozen=True)
class Chosen:
    """`way`: globs of ways."""

    selection: Selection
    way: str | None = None

    @property
    def ways(self) -> list[str]:
        return [way for way in WAYS if glob.takes([way], glob.listed(self.way))]

    def takes(self, codec: CodecRef) -> bool:
        chosen = self.selection
        return codec.decodes and chosen.takes_format(codec.format) and chosen.takes_reader(codec.id)
