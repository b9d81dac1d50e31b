"""The smallest input that still shows a cluster: without the bytes that are not needed."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace

from wirebed.cases.byte_source import ByteSource
from wirebed.peers.codecs import CodecRef
from wirebed.run import Build, Peers, Selection
from wirebed_fuzz.broken import asking, clusters, odd
from wirebed_fuzz.broken.clusters import Cluster
from wirebed_fuzz.broken.known import Known
from wirebed_fuzz.broken.spans import spans
from wirebed_replay.shrink import fewest

_SHORT = 64  # bytes


@dataclass(frozen=True)
class Shrinking:
    build: Build
    peers: Peers
    selection: Selection
    readers: Sequence[CodecRef]
    known: Sequence[Known]

    def smallest(self, cluster: Cluster, source: ByteSource) -> ByteSource | None:
        """None where the input does not show the cluster again. Parts that the dump names are left out first, and then
        the bytes of what is short."""

        def shows(tried: Sequence[bytes]) -> list[bool]:
            sources = [replace(source, name=f"tried {at}", data=data) for at, data in enumerate(tried)]
            return [cluster in each for each in self._clusters(cluster.format, sources)]

        def without(parts: Sequence[bytes]) -> bytes:
            return b"".join(fewest(parts, lambda tried: shows([b"".join(each) for each in tried])))

        if not shows([source.data])[0]:
            return None
        data = without(self._parts(source))
        if len(data) <= _SHORT:
            data = without([data[at : at + 1] for at in range(len(data))])
        return replace(source, data=data)

    def _parts(self, source: ByteSource) -> list[bytes]:
        """The bytes from each part of the dump to the next one."""
        starts = sorted({0, len(source.data), *(span.start for span in spans(source, self.build.schema))})
        return [source.data[start:end] for start, end in itertools.pairwise(starts)]

    def _clusters(self, format: str, sources: Sequence[ByteSource]) -> list[list[Cluster]]:
        readers = [reader for reader in self.readers if reader.format == format]
        answered = list(asking.ask(self.peers.pool, readers, sources))
        unlike = [each for each in answered if not each.agreed]
        judged = odd.judge(self.build, self.peers, self.selection, unlike)
        found = {each.source.name: clusters.of(of, self.known) for each, of in judged}
        return [found.get(source.name, []) for source in sources]
