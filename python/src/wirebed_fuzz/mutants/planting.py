"""Plants a fault for as long as something is asked, and tells what only the fault shows."""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

from wirebed.bed.schema import Schema
from wirebed_fuzz.mutants.mutant import Mutant
from wirebed_fuzz.mutants.proxy import Proxy

T = TypeVar("T", bound=Hashable)


@dataclass(frozen=True)
class Planting:
    proxy: Proxy
    schema: Schema

    @contextmanager
    def planted(self, mutant: Mutant) -> Iterator[None]:
        self.proxy.plant(mutant, self.schema)
        try:
            yield
        finally:
            self.proxy.plant(None, self.schema)

    def only_with(self, mutant: Mutant, ask: Callable[[], list[T]]) -> list[T]:
        """What is told with the fault and not without it. Where nothing is told, it is not asked again."""
        with self.planted(mutant):
            told = ask()
        before = set(ask()) if told else set()
        return [each for each in told if each not in before]
