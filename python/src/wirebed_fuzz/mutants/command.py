"""`wirebed fuzz` with MUTANTS=1: how many planted faults are found, how soon, and by how small a value."""

from collections.abc import Iterator, Sequence

from wirebed import cases
from wirebed.bed import BUILD, Bed, glob
from wirebed.bed.schema import Schema
from wirebed.peers import discover
from wirebed.peers.codecs import codecs_of
from wirebed.run import Build, Peers, Selection
from wirebed.run.leg import NOW
from wirebed.run.selection import check
from wirebed.run.taking_part import taking_part
from wirebed.state.golden.checker import Checker
from wirebed_build.progress import Progress
from wirebed_build.trees import ensure
from wirebed_fuzz.mutants import mutant as listed
from wirebed_fuzz.mutants import table
from wirebed_fuzz.mutants.broken import Broken, Byte
from wirebed_fuzz.mutants.mutant import Mutant
from wirebed_fuzz.mutants.planting import Planting
from wirebed_fuzz.mutants.proxy import Proxy
from wirebed_fuzz.mutants.seek import Hit, Seeker
from wirebed_fuzz.mutants.table import Told
from wirebed_fuzz.mutants.witness import Witness, Witnesses
from wirebed_sweep import pins
from wirebed_sweep.ask import LARGEST


def main(bed: Bed, names: str | None, held: bool, seconds: float, seed: int) -> int:
    """The exit code: 0 each fault is found in so many seconds, 1 otherwise. `names`: a glob of faults. `held`: whether
    also those are planted that are held until the last run."""
    every = listed.load(bed)
    check("MUTANT", names, [mutant.name for mutant in every], lambda name: glob.matches(name, names))
    chosen = [mutant for mutant in every if glob.matches(mutant.name, names)]
    planted = [mutant for mutant in chosen if held or not mutant.held]
    selection = Selection(format=",".join(sorted({mutant.format for mutant in chosen})))
    part = taking_part(bed, selection)
    tree = ensure(bed, part.here)
    schema = Schema.load(tree)
    proxy = Proxy(discover(names=part.names), tree, BUILD / "log" / "peers" / table.REPORT, scope=part.scope)
    with Peers(proxy) as peers:
        told = list(
            _told(Build.of(bed, {NOW.reader: schema}), peers, Planting(proxy, schema), bed, planted, seconds, seed)
        )
    return table.write(bed, told, len(chosen) - len(planted), schema.pool)


def _told(
    build: Build, peers: Peers, planting: Planting, bed: Bed, planted: Sequence[Mutant], seconds: float, seed: int
) -> Iterator[Told]:
    broken = _broken(bed, build.schema, planting, planted)
    seeker = Seeker(build, peers, planting, broken, seed)
    with Progress("faults", len(planted)) as bar:
        for mutant in planted:
            hit = seeker.seek(mutant, seconds)
            witness = None if hit is None else _witness(build, peers, planting, broken, mutant, hit)
            told = Told(mutant, hit, witness)
            bar.note(table.said(told))
            yield told
            bar.advance(1)


def _witness(
    build: Build, peers: Peers, planting: Planting, broken: Broken, mutant: Mutant, hit: Hit
) -> Witness | None:
    if isinstance(hit.shown, Byte):
        data = broken.smallest(mutant, hit.shown)
        return Witness(None, len(data), None, data)
    return Witnesses(build, peers, planting, mutant, hit.shown.shape).of(hit.shown)


def _broken(bed: Bed, schema: Schema, planting: Planting, planted: Sequence[Mutant]) -> Broken:
    formats = {mutant.format for mutant in planted if mutant.reads}
    checker = Checker(bed, schema, cases.load(bed, schema))
    goldens = [each for each in checker.sources() if each.format in formats and len(each.data) <= LARGEST]
    codecs = codecs_of(planting.proxy.introductions())
    return Broken(
        planting, {codec.id: codec for codec in codecs}, goldens, {name: pins.read(bed, name) for name in formats}
    )
