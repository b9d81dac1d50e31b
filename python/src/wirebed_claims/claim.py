"""A claim of a seed article: what it said, of what, and the rule by which it is decided."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from wirebed_claims.quantity import Quantity
from wirebed_connections.payloads import Persons

if TYPE_CHECKING:
    from wirebed_claims.rules import Rule


@dataclass(frozen=True)
class System:
    """One of an article's serializers: its name in the programs of the published protocol, its codec in this bed, and
    the codec of its echo. One with `per_element` is no serializer: it stands for that many bytes times the length."""

    name: str
    published: str | None = None
    codec: str | None = None
    echo: str | None = None
    per_element: int | None = None


@dataclass(frozen=True)
class Workload:
    """The values of a claim: the published program with its switches, and the case of `make bench`.

    `{n}` in the name of the case stands for the length, where a workload has several (`sweep`). `sizes` has the case of
    a system whose figure the article took of other values than the rest.
    """

    name: str
    published: str | None = None
    switches: Mapping[str, str] = field(default_factory=dict)
    case: str | None = None
    sizes: Mapping[str, str] = field(default_factory=dict)
    sweep: tuple[int, ...] = ()


@dataclass(frozen=True)
class Switch:
    """A condition that may change a verdict, as what it sets: switches of the published program, the workload, which
    rows of the bench are taken (`cold`, `reused`, `populate`), and the transport, the address or the random Persons of
    an echo. Where only some systems know it, `systems` names them."""

    name: str = ""
    published: Mapping[str, str] = field(default_factory=dict)
    workload: str | None = None
    rows: tuple[str, ...] = ()
    transport: str | None = None
    bind: str | None = None
    persons: Persons | None = None
    systems: tuple[str, ...] = ()

    @property
    def echo(self) -> str:
        """The name of the result that an echo is taken from: other Persons have one of their own."""
        return f"echo with {self.name}" if self.persons else "echo"

    def concerns(self, system: str) -> bool:
        return not self.systems or system in self.systems


@dataclass(frozen=True)
class Chart:
    """What the page draws beside a claim: a curve of each quantity over the lengths of its workload. `over`: what the
    lengths count. `divisor`: the system by whose quantity each is divided."""

    over: str
    quantities: tuple[Quantity, ...]
    divisor: str | None = None


# Begins what is said by this bed, and by no article.
OURS = "(No claim of the article.)"


@dataclass(frozen=True)
class Claim:
    id: str
    said: str
    part: str  # of the article, as fixtures/claims/ARTICLES.md lists it
    rule: "Rule"
    reported: Mapping[str, float]  # label -> number of what the article published
    unit: str  # of `reported`, or why it is empty
    protocols: tuple[str, ...]  # under which it is decided; a claim without a time has one
    switches: tuple[Switch, ...]
    charts: tuple[Chart, ...] = ()


@dataclass(frozen=True)
class Article:
    id: str
    title: str
    systems: Mapping[str, System]
    workloads: Mapping[str, Workload]
    claims: tuple[Claim, ...] = ()
