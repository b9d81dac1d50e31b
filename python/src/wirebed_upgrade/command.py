"""`wirebed upgrade`: runs interop with the versions before and after beside each other, and says what changed."""

from dataclasses import dataclass, replace
from pathlib import Path

from wirebed.bed import Bed, document, files
from wirebed.bed.codec_id import is_generation
from wirebed.bed.schema import Schema
from wirebed.errors import UserError
from wirebed.peers import discover
from wirebed.peers.codecs import codecs_of
from wirebed.peers.scope import Scope
from wirebed.report import blocks
from wirebed.run import Peers, Selection
from wirebed.run.peers import Keep
from wirebed.run.taking_part import TakingPart, taking_part
from wirebed_build.trees import ensure
from wirebed_upgrade import cost, pairs, sides, terminal, unstable, widen
from wirebed_upgrade.answer import Answer
from wirebed_upgrade.pairs import Compared
from wirebed_upgrade.run import Ran, run
from wirebed_upgrade.sides import Sides
from wirebed_upgrade.witness import Witnesses, values_of

REPORT = "upgrade"


@dataclass(frozen=True)
class BothRan:
    """What both sides of an upgrade have answered. `asked`: the codecs that are compared."""

    ran: Ran
    asked: list[sides.Pair]
    scope: Scope
    compared: Compared
    witnesses: Witnesses


def main(bed: Bed, of: Sides, selection: Selection, full: bool, widening: bool, keep: Keep | None) -> int:
    """The exit code: 0 nothing changed, 1 something did, 2 (raised as UserError) harness, 3 nothing could be compared.

    `widening`: whether the versions of entries are widened.
    """
    path = bed.reports / f"{REPORT}.jsonl"
    both = run_both(bed, of, selection, full, keep, path)
    ran, asked = both.ran, both.asked
    costs = cost.of(bed, ran.report, ran.cases, sides.codecs_of(asked), both.scope)
    answer = Answer.of(ran.report, both.compared, both.witnesses, asked, costs)
    _show(answer, path)
    if widening:
        print("\n".join(widen.widen(ran.entries, ran.report, asked)) or "no range of versions is widened")
    return answer.exit


def run_both(bed: Bed, of: Sides, selection: Selection, full: bool, keep: Keep | None, path: Path) -> BothRan:
    """`full`: whether every codec is asked, also those whose library has the same version on both sides; `path`: of the
    report."""
    peers = of.peers()
    both = _introduced(bed, of, peers, taking_part(bed, replace(selection, format=None)).scope)
    asked = [pair for pair in sides.asked(both, full, of) if selection.takes_format(pair.old.format)]
    if not asked:
        raise UserError(f"FORMAT={selection.format} takes no codec that the upgrade changes")
    chosen = replace(selection, format=",".join(sorted({pair.old.format for pair in asked})))
    part = _scope(taking_part(bed, chosen), both, asked)
    tree = ensure(bed, part.here)
    with Peers.of_tree(tree, discover(names=part.names), bed.name, keep, part.scope) as started:
        ran = run(bed, chosen, started, tree, path)
    codecs = sides.codecs_of(asked)
    compared = pairs.compare(ran.report, codecs)
    values = values_of(compared.seen, path)
    lasting = unstable.without_chance(compared, values, ran.cases, bed.tree_dir, codecs)
    witnesses = Witnesses(values, Schema.load(bed.tree_dir), of, codecs, tuple(bed.variables))
    return BothRan(ran, asked, part.scope, lasting, witnesses)


def _show(answer: Answer, path: Path) -> None:
    """On the terminal, as files beside the report, and in the document of `--json`."""
    answer.write(path.with_suffix(".json"))
    files.write(path.with_suffix(".md"), terminal.markdown(answer))
    document.report(path)
    document.count(asked=answer.asked, changed=answer.changed, findings=len(answer.findings))
    for shown in answer.findings:
        text = "\n".join([shown.head, *terminal.lines(shown, answer.old, answer.new)])
        document.find(shown.change.lower(), text, repeat=shown.repeat)
    terminal.show(answer, blocks.console(160))


def _introduced(bed: Bed, of: Sides, peers: dict[str, str], scope: Scope) -> list[sides.Pair]:
    """The codecs of both sides that the bed is about, as they introduce themselves."""
    names = list(dict.fromkeys((*peers, *peers.values())))
    tree = ensure(bed, names)
    with Peers.of_tree(tree, discover(names=names), REPORT, scope=scope) as started:
        if gone := [name for name in names if name in started.pool.unsupported]:
            raise UserError(f"{gone[0]} does not support the schemas: {started.pool.unsupported[gone[0]]}")
        introductions = scope.within(started.pool.introductions())
        runtimes = {name: introduction.runtime for name, introduction in introductions.items()}
        return sides.pairs(codecs_of(introductions), peers, runtimes, of)


def _scope(part: TakingPart, both: list[sides.Pair], asked: list[sides.Pair]) -> TakingPart:
    """Without the codecs of generations that are not asked; those of today read and write beside the two sides."""
    out = [pair for pair in both if pair not in asked]
    names = [f"!{codec.id}" for pair in out for codec in (pair.old, pair.new) if is_generation(codec.id)]
    scope: Scope = replace(part.scope, codecs=(*part.scope.codecs, *names))
    return TakingPart(part.names, scope)
