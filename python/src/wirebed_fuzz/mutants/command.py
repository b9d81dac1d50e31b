"""`wirebed fuzz` with MUTANTS=1: how many planted faults are found, how soon, and by how small a value."""

from collections.abc import Collection, Iterator, Sequence

from wirebed import cases
from wirebed.bed import BUILD, Bed, glob
from wirebed.bed.schema import Schema
from wirebed.errors import UserError
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
from wirebed_fuzz.mutants.seek import FUZZ, SWEEP, Hit, Seeker
from wirebed_fuzz.mutants.table import Told
from wirebed_fuzz.mutants.witness import Witness, Witnesses
from wirebed_sweep import pins
from wirebed_sweep.ask import LARGEST


def main(bed: Bed, names: str | None, held: bool, seconds: float, seed: int, by: str | None = None) -> int:
    """The exit code: 0 each fault is found in so many seconds, 1 otherwise, 3 where a codec takes no part. `names`: a
    glob of faults. `held`: whether also those are planted that are held until the last run. `by`: what seeks alone."""
    check("BY", by, (FUZZ, SWEEP), lambda name: name == by)
    chosen = _chosen(listed.load(bed), names)
    planted = [mutant for mutant in chosen if held or not mutant.held]
    if not planted:
        raise UserError(f"MUTANT={names} names faults that are held until the last run: HELD=1 plants them")
    part = taking_part(bed, Selection(format=",".join(sorted({mutant.format for mutant in planted}))))
    tree = ensure(bed, part.here)
    schema = Schema.load(tree)
    proxy = Proxy(discover(names=part.names), tree, BUILD / "log" / "peers" / table.REPORT, scope=part.scope)
    with Peers(proxy) as peers:
        broken = _broken(bed, schema, Planting(proxy, schema), planted)
        there = [mutant for mutant in planted if mutant.codec in broken.codecs]
        seeker = Seeker(
            Build.of(bed, {NOW.reader: schema}), peers, broken.planting, broken, seed, (by,) if by else (FUZZ, SWEEP)
        )
        told, absent = list[Told](), [mutant for mutant in planted if mutant not in there]
        result = table.Result(bed, told, there, absent, held=len(chosen) - len(planted), pool=schema.pool)
        try:
            for each in _told(seeker, there, seconds):
                told.append(each)
        except KeyboardInterrupt:
            result.write()
            raise
    return result.write()


def _chosen(every: Sequence[Mutant], names: str | None) -> list[Mutant]:
    check("MUTANT", names, [mutant.name for mutant in every], lambda name: glob.matches(name, names))
    return [mutant for mutant in every if glob.matches(mutant.name, names)]


def _told(seeker: Seeker, planted: Sequence[Mutant], seconds: float) -> Iterator[Told]:
    with Progress("faults", len(planted)) as bar:
        for mutant in planted:
            hit = seeker.seek(mutant, seconds)
            told = Told(mutant, hit, None if hit is None else _witness(seeker, mutant, hit))
            bar.note(table.said(told))
            yield told
            bar.advance(1)


def _witness(seeker: Seeker, mutant: Mutant, hit: Hit) -> Witness | None:
    if isinstance(hit.shown, Byte):
        data = seeker.broken.smallest(mutant, hit.shown)
        return Witness(None, len(data), None, data)
    return Witnesses(seeker.build, seeker.peers, seeker.planting, mutant, hit.shown.shape).of(hit.shown)


def _broken(bed: Bed, schema: Schema, planting: Planting, planted: Collection[Mutant]) -> Broken:
    formats = {mutant.format for mutant in planted if mutant.reads}
    checker = Checker(bed, schema, cases.load(bed, schema))
    goldens = [each for each in checker.sources() if each.format in formats and len(each.data) <= LARGEST]
    codecs = {codec.id: codec for codec in codecs_of(planting.proxy.scope.within(planting.proxy.introductions()))}
    return Broken(planting, codecs, goldens, {name: pins.read(bed, name) for name in formats})
