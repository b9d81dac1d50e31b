"""An engine on each worker of a cluster: the peers that it has started stay, and answer part after part of the work."""

import itertools
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from typing import Any, Concatenate, Generic, ParamSpec, Self, TypeVar

from wirebed_cluster.client import dask, plugin

# Parts for each worker that are handed out before the first answers are taken.
AHEAD = 4


class Closing:
    """Keeps open what a subclass has entered, until it is closed or its `with` ends."""

    def __init__(self) -> None:
        self._open = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._open.close()


Engine = TypeVar("Engine", bound=Closing)
Words = ParamSpec("Words")
Part = TypeVar("Part")
Answer = TypeVar("Answer")


class _Holder(Generic[Engine]):
    """Has the engine of a worker, and ends it with the worker."""

    def __init__(self, name: str, open: Callable[[], Engine]) -> None:
        self.name, self._open = name, open
        self._engine: Engine | None = None

    def setup(self, worker: Any) -> None: ...

    def teardown(self, worker: Any) -> None:
        if self._engine is not None:
            self._engine.close()

    @property
    def engine(self) -> Engine:
        if self._engine is None:
            self._engine = self._open()
        return self._engine


def _asked(name: str, what: Callable[..., Answer], *of: Any) -> Answer:
    holder: _Holder[Any] = dask().get_worker().plugins[name]
    return what(holder.engine, *of)


class Engines(Generic[Engine]):
    """`client`: of a cluster. `open`: makes the engine of a worker, when the worker gets its first part. `name`: no two
    at the same time have the same."""

    def __init__(self, client: Any, name: str, open: Callable[[], Engine]) -> None:
        self.client, self._name = client, name
        client.register_plugin(plugin(_Holder, name, open))

    def ask(self, what: Callable[Concatenate[Engine, Words], Answer], *of: Words.args, **_: Words.kwargs) -> Answer:
        """What one of the engines answers."""
        answer: Answer = self._submitted(what, *of).result()
        return answer

    def each(
        self, what: Callable[[Engine, Part], Answer], parts: Iterable[Part], ahead: int = AHEAD
    ) -> Iterator[Answer]:
        """The answers in the order of the parts, of which no more are taken than the workers need."""
        left = iter(parts)
        workers = max(1, len(self.client.scheduler_info()["workers"]))
        under_way = deque(self._submitted(what, part) for part in itertools.islice(left, ahead * workers))
        while under_way:
            answer = under_way.popleft().result()
            under_way.extend(self._submitted(what, part) for part in itertools.islice(left, 1))
            yield answer

    def _submitted(self, what: Callable[..., Answer], *of: Any) -> Any:
        return self.client.submit(_asked, self._name, what, *of, pure=False)
