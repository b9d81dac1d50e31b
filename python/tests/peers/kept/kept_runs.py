"""Sessions of fake peers with kept answers, each peer with a library of its own that may be replaced."""

import json
from pathlib import Path

from fake_runs import FakeRuns

from wirebed.peers.kept import AnswerCache, Store
from wirebed.peers.kept.builds import Builds
from wirebed.report.load import Report
from wirebed_build.languages.peer_yaml import Peer
from wirebed_build.trees import identity
from wirebed_build.trees.fingerprint import FileHashes

# What a codec answers depends on its library, on the runtime and on the tree.
LIBRARY = """
def convert(codec, data):
    if codec.startswith("protobuf") and open({runtime!r}).read() == "21.0.1":
        data = data.replace(b"plain", b"PLAIN")
    if codec.startswith("prototext") and open({tree!r}).read() == "v2":
        data = data.replace(b"plain", b"nialp")
    return {expression}
"""
HONEST = "data"
# The same library, which reads one case of JSON in another way.
SWAPS = 'data.replace(b"swapme", b"mepaws") if codec.startswith("json") else data'
FAKE = Path(__file__).parents[2] / "fakes" / "fake_peer.py"


class KeptRuns:
    """Runs of fake peers, and the store of their answers."""

    def __init__(self, fake_runs: FakeRuns, folder: Path, hashes: Path):
        """`hashes`: the memory of hashes, which tests share, since each looks at the same packages."""
        self.fake_runs, self.folder, self.hashes = fake_runs, folder, hashes
        for version in ("17.0.1", "21.0.1"):
            (folder / version).write_text(version)
        # As a JDK is chosen: by a link.
        self.runtime, self.tree = folder / "runtime", fake_runs.folder / "tree" / "schema.binpb"
        self.runtime.symlink_to(folder / "17.0.1")
        self.tree.write_text("v1")
        self.caches: list[AnswerCache] = []
        for name in ("one", "two"):
            fake_runs.fake(name)
            self.library(name, HONEST)

    def library(self, peer: str, expression: str):
        text = LIBRARY.format(runtime=str(self.runtime), tree=str(self.tree), expression=expression)
        (self.fake_runs.folder / peer / "library.py").write_text(text)

    def builds(self, pool, store: str) -> Builds:
        hashes = FileHashes(self.hashes)

        def take(name: str, loaded) -> identity.Identity:
            spec = pool.specs[name]
            data = {
                "name": name,
                "language": name.title(),
                "run": list(spec.run),
                "build": [],
                "loads": ["library.py", str(FAKE)],
                "toolchain": {str(self.runtime): None},
            }
            return identity.of_build(Peer(spec.folder, data), pool.trees[name], loaded, hashes)

        return Builds(pool, Store(self.folder / store), take, hashes)

    def run(self, fresh: bool = False, seed: int | None = None, store: str = "kept", **how) -> tuple[int, Report]:
        """The exit code and the report of a run."""

        def keep(pool) -> AnswerCache:
            answer_cache = AnswerCache(pool, self.builds(pool, store), fresh, seed=seed)
            self.caches.append(answer_cache)
            return answer_cache

        return self.fake_runs.run(keep=keep, **how)

    @property
    def lines(self) -> list[dict]:
        """The last report without what may differ between a fresh and a kept run."""
        lines = [json.loads(line) for line in (self.fake_runs.folder / "report.jsonl").read_text().splitlines()]
        for line in lines:
            for part in (line, line.get("header", {}), line.get("footer", {})):
                for key in ("kept", "run", "started", "times"):
                    part.pop(key, None)
        return lines
