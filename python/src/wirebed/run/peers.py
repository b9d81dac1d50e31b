"""The peers of a run: their pool, and what answers from earlier runs in its place."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import TracebackType

from wirebed.bed import BUILD
from wirebed.peers import Pool, discover
from wirebed.peers.kept import AnswerCache
from wirebed.peers.scope import Scope
from wirebed.peers.spec import PeerSpec

Keep = Callable[[Pool], AnswerCache]


class Peers:
    """They start when this is entered, and answer hello while the runner reads its own files."""

    def __init__(self, pool: Pool, keep: Keep | None = None) -> None:
        """`keep` makes what answers from earlier runs; without, everything is executed and nothing is kept."""
        # The cache is made before the pool is entered: it knows which processes need not start.
        self.pool, self.answer_cache = pool, keep(pool) if keep is not None else None

    @classmethod
    def of_tree(
        cls,
        tree: Path | Mapping[str, Path],
        specs: Iterable[PeerSpec] | None = None,
        log: str = "",
        keep: Keep | None = None,
        scope: Scope | None = None,
    ) -> "Peers":
        """The peers of a tree, or of several by version. `specs`: only these; `log`: the folder of their logs."""
        specs = discover() if specs is None else specs
        return cls(Pool(specs, tree, BUILD / "log" / "peers" / log, scope=scope), keep)

    def __enter__(self) -> "Peers":
        self.pool.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.pool.__exit__(kind, error, trace)

    @property
    def answering(self) -> Pool | AnswerCache:
        """The pool, or the cache before it, which takes the jobs of a run and returns them with their answers."""
        return self.answer_cache or self.pool

    def times(self, codec: str) -> bool:
        """Whether the timing of a codec is taken: not of one that was timed when its answers were kept."""
        return self.answer_cache is None or self.answer_cache.times(codec)
