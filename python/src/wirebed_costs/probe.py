"""Lets each benchmark program try its tasks once before any is timed: it refuses a task, or reports what it keeps
between operations, and how many bytes it wrote. These must be as many as in the cell that is as expected: a benchmark
that writes an empty value, or more in each round, has no time."""

import json
from collections.abc import Mapping, Sequence
from functools import partial

from wirebed_costs import program
from wirebed_costs.program import Failed, Program
from wirebed_costs.rows import BenchRow

# Seconds for a program to start, and for each of its tasks.
START, EACH = 60.0, 2.0


def probe(programs: Mapping[str, Program], rows: Sequence[BenchRow]):
    """Sets `kept`, or for a refusal `why`, of every row that is not refused already."""
    for name, bench in programs.items():
        by_task = {row.task: row for row in rows if row.peer == name and row.why is None}
        if by_task:
            program.each(partial(_ask, bench, by_task), list(by_task), _failed(by_task))


def _ask(bench: Program, rows: Mapping[str, BenchRow], tasks: Sequence[str]):
    out = bench.run("probe", tasks, START + EACH * len(tasks))
    try:
        answers = {
            line["id"]: line for text in out.read_text().splitlines() if text.strip() for line in [json.loads(text)]
        }
    except (ValueError, KeyError, TypeError) as error:
        raise Failed(f"answered the probe with no lines of JSON: {error!r}") from error
    for task in tasks:
        answer = answers.get(task)
        if answer is None:
            rows[task].why = "the benchmark program gave no answer"
        elif "refused" in answer:
            rows[task].why = " ".join(str(answer["refused"]).split())
        else:
            rows[task].kept = str(answer.get("kept", ""))
            if answer.get("bytes", rows[task].wire) != rows[task].wire:
                rows[
                    task
                ].why = f"it writes {answer['bytes']} bytes in the benchmark, and {rows[task].wire} in the cell"


def _failed(rows: Mapping[str, BenchRow]):
    def failed(task: str, why: str):
        rows[task].why = f"the benchmark program {why}"

    return failed
