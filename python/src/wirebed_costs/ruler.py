"""`make bench-ruler` checks that `make bench` measures correctly. A few operations in each language are also written
by hand in plain JMH, Google Benchmark and pyperf, and both programs measure them.

The two programs take turns in rounds, and in who begins, so that a change of the machine meets both. Each round gives
one pair of figures.
"""

import json
import time
from collections.abc import Iterator
from pathlib import Path

from wirebed import cases
from wirebed.bed import BUILD, REPORTS, Bed, files
from wirebed.bed.exit_codes import INTERRUPTED
from wirebed.bed.minutes import minutes_of
from wirebed.errors import UserError, unknown
from wirebed.peers.client import Call, connect
from wirebed_build.languages import discovery
from wirebed_build.trees import ensure
from wirebed_costs import fixture, harness_output, ruler_pairs, tasks
from wirebed_costs.lock import exclusive
from wirebed_costs.others import MOST, Others
from wirebed_costs.program import Failed, Program
from wirebed_costs.result import conditions
from wirebed_costs.rows import BenchRow
from wirebed_costs.ruler_pairs import RulerPair

RESULT = REPORTS / "bench-ruler.json"
SECONDS = 1.0  # for a task in a round; its warm-up takes as long
LIMIT = 600.0  # seconds after which a program is ended, which should take about ten
LEAST_ROUNDS = 3
MINUTES = 8.0  # without BUDGET=


def main(budget: str | None) -> int:
    """0 when the bed's figures agree with those of the programs written by hand, 1 when not, 2 when one did not run, 3
    when the intervals are too wide to tell."""
    minutes = minutes_of(budget, MINUTES)
    bed = Bed.open()
    with exclusive():  # a run must not build while another one measures
        return _main(bed, _programs(bed, ensure(bed, programs=("bench",))), minutes)


def _main(bed: Bed, programs: list[Program], minutes: float) -> int:
    pairs = _prepare(bed, programs)
    started = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    rounds, interrupted = 0, False
    try:
        for rounds in _rounds(minutes):
            for program in programs:
                _measure(program, pairs, first_by_hand=rounds % 2 == 0)
    except KeyboardInterrupt:
        interrupted = True
    _write(pairs, started, minutes, interrupted)
    if interrupted:
        print("ruler: interrupted; what had been measured by then:")
    code = ruler_pairs.show(pairs)
    return INTERRUPTED if interrupted else code


def _measure(program: Program, pairs: list[RulerPair], first_by_hand: bool):
    """Measures one round of a language, which counts only when both programs ended."""
    pairs, figures, others = [pair for pair in pairs if pair.peer == program.name], {}, Others()
    try:
        for by_hand in (first_by_hand, not first_by_hand):
            figures[by_hand] = _figures(program, by_hand, [pair.task for pair in pairs])
    except Failed as error:
        raise UserError(f"the {'hand-written' if by_hand else 'benchmark'} program of {program.name} {error}") from None
    disturbed = others.cores >= MOST
    for pair in pairs:
        pair.disturbed.append(disturbed)
        for by_hand, times in ((True, pair.ruler), (False, pair.bed)):
            if pair.task not in figures[by_hand]:
                raise UserError(f"{program.name} measured no {pair.task}: {', '.join(sorted(figures[by_hand]))}")
            times.append(figures[by_hand][pair.task])


def _figures(program: Program, by_hand: bool, tasks: list[str]) -> dict[str, float]:
    """Task -> nanoseconds of one round."""
    out = program.ruler(LIMIT, SECONDS) if by_hand else program.run("warm", tasks, LIMIT, SECONDS)
    samples = harness_output.named(program.harness).read(out)
    return {sample.task: sum(sample.values) / len(sample.values) for sample in samples}


def _rounds(minutes: float) -> Iterator[int]:
    """0, 1, … as long as another round fits into the budget, by the mean of those before; at least LEAST_ROUNDS."""
    start, number = time.monotonic(), 0
    while True:
        spent = time.monotonic() - start
        left = minutes * 60 - spent
        if number >= LEAST_ROUNDS and left < spent / number:
            return
        print(f"ruler: round {number + 1}, {max(left, 0) / 60:.0f} minutes left", flush=True)
        yield number
        number += 1


def _programs(bed: Bed, tree: Path) -> list[Program]:
    peers = (peer.program("bench") for peer in discovery.discover())
    folder = BUILD / "bench" / f"{bed.name}-ruler"
    return [Program(peer, tree, folder) for peer in peers if peer is not None and peer.data.get("ruler")]


def _prepare(bed: Bed, programs: list[Program]) -> list[RulerPair]:
    """Writes the tasks for the benchmark programs; returns the pairs, without figures."""
    listed = fixture.read("ruler", *(program.name for program in programs))
    pairs = []
    with connect(ensure(bed)) as peers:
        known = {case.name: case for case in cases.load(bed, peers.schema)}
        for program in programs:
            rows = [_row(program, number, entry, known, peers) for number, entry in enumerate(listed[program.name], 1)]
            tasks.write(rows, program.tasks)
            names = (entry["name"] for entry in listed[program.name])
            limits = (entry.get("at_most") for entry in listed[program.name])
            pairs += [RulerPair(program.name, row.task, *more) for row, *more in zip(rows, names, limits, strict=True)]
    return pairs


def _row(program: Program, number: int, entry: dict, known: dict, peers) -> BenchRow:
    if entry["case"] not in known:
        raise unknown("case", entry["case"], known)
    case = known[entry["case"]]
    codec = f"{program.name}:{entry['codec']}" if entry.get("codec") else None
    data = _written(entry["wire"], case, peers) if entry.get("wire") else b""
    options = dict(case.options.get(entry["codec"].partition("/")[0], {})) if codec else {}
    return BenchRow(
        program.name, entry["operation"], codec, case.name, case.message, reused=entry.get("reused", False),
        view=case.view, data=data, wire=len(data), options=options, task=f"ruler-{number}",
    )  # fmt: skip


def _written(writer: str, case, peers) -> bytes:
    codecs = {codec.id: codec for codec in peers.codecs}
    if writer not in codecs:
        raise unknown("codec", writer, codecs)
    (answer,) = peers.call([Call.write(codecs[writer], case)])
    if answer.data is None:
        raise UserError(f"{writer} does not write {case.name}: {answer.verdict} {answer.reason}")
    return answer.data


def _write(pairs: list[RulerPair], started: str, minutes: float, interrupted: bool):
    about = {"ruler": 1, "started": started, "budget_minutes": minutes, "seconds": SECONDS, "interrupted": interrupted}
    about |= conditions()
    files.write(RESULT, json.dumps({**about, "pairs": [vars(pair) for pair in pairs]}, indent=1) + "\n")
