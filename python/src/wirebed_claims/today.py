"""Whether a timed result is of what would be measured today: of the same programs, values and machine.

A program is the same as long as what the build makes of it, of its libraries and of its peer is.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

from wirebed import cases
from wirebed.bed import Bed
from wirebed.bed.machine import machine
from wirebed.bed.schema import Schema
from wirebed.errors import UserError
from wirebed.report.load import load
from wirebed_build.languages import discovery
from wirebed_build.trees import ensure, ensure_schema, identity
from wirebed_claims import echoes
from wirebed_connections import payloads
from wirebed_connections.payloads import Persons
from wirebed_costs import load_result, workloads
from wirebed_costs.lock import exclusive
from wirebed_costs.statistics import ENOUGH_PROCESSES

# The random Persons of an echo without a switch.
PERSONS = Persons()


def bench_fits(path: Path, group: str, benchmarks: str) -> bool:
    """`group`: the workloads that the run measured; `benchmarks`: its BENCH=."""
    try:
        result = load_result.load(path)
    except UserError:
        return False
    if (
        result["interrupted"]
        or result.get("filters") != {"BENCH": benchmarks}
        or result.get("values") != _values(group)
    ):
        return False
    programs = {one["peer"]: one.get("program") for one in result["peers"]}
    return _is_machine(result["machine"]) and _are_built(programs, "bench")


def has_enough_processes(path: Path) -> bool:
    """Whether a result of `make bench` had time for as many processes of each row as an interval needs."""
    result = load_result.load(path)
    measured = (len(row["samples"]) + row.get("left_out", 0) for row in result["rows"] if any(row["samples"]))
    return not result["not_reached"] and all(number >= ENOUGH_PROCESSES for number in measured)


def echo_fits(path: Path, bind: str | None, persons: Persons = PERSONS) -> bool:
    """An echo on all addresses has also those on one; that of other Persons is on the loopback."""
    try:
        report = load(path)
    except UserError:
        return False  # there is none, or it is damaged, or of a run that did not end
    header = report.header
    chosen = (echoes.choice(bind), echoes.choice("*")) if persons == PERSONS else (echoes.OF_PERSONS,)
    if header.filters not in chosen or header.values != _echoed(persons):
        return False
    return _is_machine(msgspec.to_builtins(header.machine)) and _are_built(header.programs, "echo")


def has_enough_rounds(path: Path) -> bool:
    """Whether an echo had time for as many rounds as an interval needs."""
    timed = echoes.closed(load(path).loads)
    return bool(timed) and all(len(load.milliseconds) >= ENOUGH_PROCESSES for load in timed)


def _is_machine(measured: Mapping) -> bool:
    """Also its system, as for the second stage and the articles' programs. A result may say more of it."""
    return all(measured.get(key) == value for key, value in machine().items())


def _are_built(programs: Mapping[str, str | None], kind: str) -> bool:
    """Whether these identities of programs, by the name of their peer, are those of today."""
    present = {peer.name for peer in discovery.discover() if peer.program(kind)}
    return bool(programs) and set(programs) <= present and programs == _built(kind, tuple(programs))


@cache
def _built(kind: str, names: tuple[str, ...]) -> dict[str, str]:
    """The identities of the `bench` or `echo` programs of these peers, which are built."""
    with exclusive():
        tree = ensure(Bed.open(), names, programs=(kind,))
    programs = {peer.name: program for peer in discovery.discover() if (program := peer.program(kind))}
    return identity.of_programs({name: programs[name] for name in names}, tree)


@cache
def _echoed(persons: Persons) -> str:
    """The identity of the values of an echo without CASE=."""
    bed = Bed.open()
    return payloads.identity(payloads.of(bed, Schema.load(ensure_schema(bed)), None, persons, full=False))


@cache
def _values(group: str) -> str:
    """The identity of the values of a group of workloads."""
    bed = Bed.open()
    schema = Schema.load(ensure_schema(bed))
    everything = workloads.load(bed, schema, cases.load(bed, schema), group)
    chosen = workloads.select(everything, group, quick=False)
    return workloads.identity([*chosen, *workloads.sized(everything, group)])
