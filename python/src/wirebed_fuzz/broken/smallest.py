"""The smallest input that still shows a cluster: without the bytes that are not needed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from wirebed.cases.byte_source import ByteSource
from wirebed.peers.codecs import CodecRef
from wirebed.run import Build, Peers, Selection
from wirebed_fuzz.broken import asking, clusters, odd
from wirebed_fuzz.broken.clusters import Cluster
from wirebed_fuzz.broken.known import Known
from wirebed_replay.shrink import fewest


@dataclass(frozen=True)
class Shrinking:
    build: Build
    peers: Peers
    selection: Selection
    readers: Sequence[CodecRef]
    known: Sequence[Known]

    def smallest(self, cluster: Cluster, source: ByteSource) -> ByteSource | None:
        """None where the input does not show the cluster again."""

        def shows(tried: Sequence[bytes]) -> list[bool]:
            sources = [replace(source, name=f"tried {at}", data=data) for at, data in enumerate(tried)]
            return [each == cluster for each in self._clusters(cluster.format, sources)]

        if not shows([source.data])[0]:
            return None
        single = [source.data[at : at + 1] for at in range(len(source.data))]
        kept = fewest(single, lambda tried: shows([b"".join(parts) for parts in tried]))
        return replace(source, data=b"".join(kept))

    def _clusters(self, format: str, sources: Sequence[ByteSource]) -> list[Cluster | None]:
        readers = [reader for reader in self.readers if reader.format == format]
        answered = list(asking.ask(self.peers.pool, readers, sources))
        unlike = [each for each in answered if not each.agreed]
        judged = odd.judge(self.build, self.peers, self.selection, unlike)
        found = {each.source.name: clusters.of(of, self.known) for each, of in judged}
        return [found.get(source.name) for source in sources]
