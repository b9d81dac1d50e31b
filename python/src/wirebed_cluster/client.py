"""The client of a cluster that is there (`CLUSTER=`), or of one that is started on this machine (`WORKERS=`)."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any, NamedTuple, TypeVar

from wirebed.bed.extras import extra
from wirebed.errors import UserError

EXTRA = "replay"
TIMEOUT = 10.0  # seconds in which a scheduler has to answer
Value = TypeVar("Value")
Answer = TypeVar("Answer")
# Options are read from the environment (wirebed.cli). These are folders of one machine.
_OPTIONS, _OF_MACHINE = "WIREBED_", ("WIREBED_CACHE", "WIREBED_REPORTS")


def dask() -> Any:
    """The library, whose functions have no types."""
    with extra(EXTRA):
        import distributed
    return distributed


class Workers(NamedTuple):
    """`address`: of the scheduler; without one, `workers` processes on this machine, which listen on loopback alone."""

    address: str | None
    workers: int = 0


@contextmanager
def connected(to: Workers) -> Iterator[Any]:
    """A client of Dask. The workers have the options of this process."""
    library = dask()
    with ExitStack() as open:
        if to.address is None:
            local = library.LocalCluster(
                n_workers=to.workers, threads_per_worker=1, host="127.0.0.1", dashboard_address=None
            )
            client = open.enter_context(library.Client(open.enter_context(local)))
        else:
            client = open.enter_context(_client(to.address))
        client.register_plugin(plugin(_Options, _options()))
        yield client


def _client(address: str) -> Any:
    try:
        return dask().Client(address, timeout=TIMEOUT)
    except OSError as error:
        raise UserError(f"CLUSTER={address}: no scheduler answers there: {error}") from None


def in_order(client: Any, ask: Callable[[Value], Answer], values: Iterable[Value]) -> Iterator[Answer]:
    """What workers answer, as `map` gives it."""
    for future in client.map(ask, list(values), pure=False):
        yield future.result()


class _Options:
    """Gives a worker the options of the command."""

    name = "wirebed-options"

    def __init__(self, options: Mapping[str, str]) -> None:
        self.options = options

    def setup(self, worker: Any) -> None:
        # Those of a command before are not options of this one.
        for name in _options():
            del os.environ[name]
        os.environ.update(self.options)


def plugin(own: type, *of: object) -> Any:
    """An object of `own` that is a plugin of Dask, too. Its base class is known only where Dask is installed."""
    return type(own.__name__, (own, dask().WorkerPlugin), {})(*of)


def _options() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name.startswith(_OPTIONS) and name not in _OF_MACHINE}
