"""The commands of `wirebed` about costs: `bench` and what is done with its results."""

from typing import Annotated

import typer

from wirebed.commands.options import (
    BedOption,
    FormatOption,
    IncludeOption,
    ResultOption,
    finish,
    flag,
    number,
    open_bed,
    option,
)
from wirebed.errors import UserError

app = typer.Typer()


@app.command()
def bench(
    bench: Annotated[
        str | None,
        option(
            "bench",
            "Globs of benchmarks: encode, populate, decode, convert, each also with ' reused' or ' cold', "
            "decode and convert with ' foreign'; default: encode and decode, and for codecs with messages of their "
            "own populate and convert. Copies and memcpy come along.",
        ),
    ] = None,
    codec: Annotated[str | None, option("codec", "Globs of codecs: 'java/*,*/upb'.")] = None,
    message: Annotated[str | None, option("message", "Glob of messages, cases, or groups of workloads.")] = None,
    budget: Annotated[str | None, option("budget", "Minutes to spend; default: 95.")] = None,
    quick: Annotated[str | None, option("quick", "1: two workloads, under 3 minutes, indicative.")] = None,
    times_only: Annotated[bool, typer.Option("--times-only", help="Do not sample whose code the time is in.")] = False,
    rounds: Annotated[
        int | None, typer.Option("--rounds", help="The most rounds; default: as many as the budget allows.")
    ] = None,
    task_seconds: Annotated[
        float | None, typer.Option("--task-seconds", help="Seconds of a task in a process; default: by budget.")
    ] = None,
    bed: BedOption = None,
    include: IncludeOption = None,
):
    """Measure what each format costs in each language: time, bytes, allocations."""
    from wirebed_costs import command

    options = command.BenchOptions(
        bench, codec, message, budget, flag("QUICK", quick), times_only, rounds, task_seconds
    )
    finish(command.main(open_bed(bed, include), options))


@app.command("bench-codecs")
def bench_codecs(
    format: FormatOption = None,
    case: Annotated[str | None, option("case", "Glob of cases: 'Stock/*'.")] = None,
    bed: BedOption = None,
    include: IncludeOption = None,
):
    """The codecs of one format beside each other on one case: `make bench` of these alone, QUICK=1."""
    from wirebed_costs import command

    if not format:
        raise UserError("FORMAT= is missing: the codecs of which format? For example FORMAT=hessian2")
    options = command.BenchOptions(codec=f"*:{format}/*", message=case or "Stock/article_hessian", quick=True)
    finish(command.main(open_bed(bed, include), options))


@app.command("bench-compare")
def bench_compare(
    base: Annotated[str | None, option("base", "A result of `make bench`, kept.")] = None,
    file: ResultOption = None,
):
    """Say for each row whether it became faster or slower since."""
    from wirebed_costs import compare_table

    finish(compare_table.main(base, file))


@app.command("bench-figures")
def bench_figures(
    file: ResultOption = None,
    out: Annotated[str | None, option("out", "Folder for the figures.")] = None,
):
    """Draws a result, as SVG and PNG."""
    from wirebed_costs.figures import command

    finish(command.main(file, out))


@app.command("bench-ruler")
def bench_ruler(
    budget: Annotated[str | None, option("budget", "Minutes that it may take; default: 8.")] = None,
):
    """Operations as the bed measures them, against programs written by hand."""
    from wirebed_costs import ruler

    finish(ruler.main(budget))


@app.command("bench-publish")
def bench_publish(file: ResultOption = None):
    """Checks in a result, from which fixtures/results/costs.md and ruler.md are made."""
    from wirebed_costs import published

    finish(published.main(file))


@app.command("bench-accept")
def bench_accept(file: ResultOption = None, bed: BedOption = None):
    """Takes the sizes and allocations of a result as those to be expected."""
    from wirebed_costs import pinned_figures

    finish(pinned_figures.main(open_bed(bed, None), file))


@app.command("bench-replay")
def bench_replay(
    format: FormatOption = None,
    workers: Annotated[str | None, option("workers", "So many processes of Dask; default: none.")] = None,
    quick: Annotated[str | None, option("quick", "1: 100,000 records of each format, and nothing is written.")] = None,
):
    """What `make replay` costs over 100,000 to 10,000,000 generated records: fixtures/replay/cost.json and .svg."""
    from wirebed_costs.replay import command

    finish(command.main(format, flag("QUICK", quick), number("WORKERS", workers, 0)))
