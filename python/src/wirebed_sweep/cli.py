"""The command `sweep` of `wirebed`."""

from typing import Annotated

import typer

from wirebed.commands.options import (
    BedOption,
    CaseOption,
    FormatOption,
    GenerationsOption,
    IncludeOption,
    LanguageOption,
    PeersOption,
    ReaderOption,
    SetOption,
    ask_versions,
    finish,
    flag,
    open_bed,
    option,
)
from wirebed_cluster.options import ClusterOption, WorkersOption, workers_of

app = typer.Typer()


@app.command()
def sweep(
    case: CaseOption = None,
    format: FormatOption = None,
    reader: ReaderOption = None,
    language: LanguageOption = None,
    way: Annotated[str | None, option("way", "Globs of ways to damage a golden: 'cut,low'.")] = None,
    accept: Annotated[str | None, option("accept", "1: pin what this run finds.")] = None,
    cluster: ClusterOption = None,
    workers: WorkersOption = None,
    set: SetOption = None,
    generations: GenerationsOption = None,
    bed: BedOption = None,
    include: IncludeOption = None,
    peers: PeersOption = None,
) -> None:
    """What readers make of goldens that are damaged at every byte, held against what is pinned."""
    from wirebed.run import Selection
    from wirebed_sweep import command
    from wirebed_sweep.chosen import Chosen

    ask_versions(set, generations)
    chosen = Selection(case=case, format=format, reader=reader, language=language)
    at = workers_of(cluster, workers)
    finish(command.main(open_bed(bed, include), Chosen(chosen, way), flag("ACCEPT", accept), at))
