"""The echoes that claims are about: in Java, over the article's transports and those of today that are like them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from wirebed.report.of_suites import Load
from wirebed_costs.others import counted, disturbs
from wirebed_costs.statistics import Estimate

_CODECS = "legacy/*,java:java-serial/*,java:java-external-tuned/*,java:xml-jaxb/*"
_CHOICE = {"client": _CODECS, "server": _CODECS, "transport": "!grpc*"}
# Other Persons are a switch of claims about the article's three systems over its first transport.
OF_PERSONS = {"client": "legacy/*", "server": "legacy/*", "transport": "jboss-socket,socket"}

# The codec of client and server, the transport, and the address.
EchoRow = tuple[str, str, str]


def choice(bind: str | None) -> dict[str, str]:
    """The options of `wirebed echo`, as the header of its report has them. `bind`: BIND=."""
    return _CHOICE | ({"bind": bind} if bind else {})


def row_of(load: Load) -> EchoRow:
    return load.client, load.transport, load.bind


def closed(loads: Iterable[Load]) -> list[Load]:
    """Those that a claim can be about: one echo after the other. Some rows are also measured at a constant rate."""
    return [load for load in loads if load.kind == "closed" and load.milliseconds]


def disturbed(load: Load) -> list[bool]:
    """Whether other programs disturbed each round."""
    return disturbs(load.others) or [False] * len(load.milliseconds)


def quiet_rounds(load: Load) -> list[int]:
    """The numbers of the rounds that count, as those of processes of `make bench`."""
    return counted(disturbed(load))


def observed(row: EchoRow, stages: Sequence[Sequence[Load]]) -> Estimate | None:
    """The mean of a row with its error, from all rounds that count; None where it was not measured. `stages`: the loads
    of each report."""
    rounds, of_others, is_whole, before = dict[int, float](), list[bool](), True, 0
    for loads in stages:
        most = max((len(load.milliseconds) for load in loads), default=0)
        for load in closed(loads):
            if row_of(load) == row:
                rounds |= enumerate(load.milliseconds, start=before)
                of_others += disturbed(load)
                # A row that lost a round does not say which one, so its times are no pairs with those of others.
                is_whole = is_whole and len(load.milliseconds) == most
        before += most
    if not rounds:
        return None
    numbers = list(rounds)
    rounds = {numbers[at]: rounds[numbers[at]] for at in counted(of_others)}
    estimate = Estimate.of_rounds(rounds) if is_whole else Estimate.of(list(rounds.values()))
    return replace(estimate, processes=of_others.count(False))


def has_all(filters: Mapping[str, str]) -> bool:
    """Whether a report has all cells that claims are about, by the globs of its header. BIND= chooses no cells."""
    given = {name: globs for name, globs in filters.items() if globs and name != "bind"}
    return given in ({}, _CHOICE)
