"""The command `fuzz` of `wirebed`."""

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
    SeedOption,
    WriterOption,
    finish,
    flag,
    number,
    open_bed,
    option,
    refuse,
)
from wirebed_cluster.options import ClusterOption, WorkersOption, workers_of

app = typer.Typer()


@app.command()
def fuzz(
    budget: Annotated[
        str | None,
        option("budget", "Minutes to ask; what was found is shrunk after them; default: 2, for each fault at most 1."),
    ] = None,
    seed: SeedOption = None,
    case: CaseOption = None,
    format: FormatOption = None,
    writer: WriterOption = None,
    reader: ReaderOption = None,
    language: LanguageOption = None,
    mutants: Annotated[
        str | None, option("mutants", "1: plant the faults of fixtures/fuzz, and tell which are found.")
    ] = None,
    mutant: Annotated[str | None, option("mutant", "Glob of planted faults: '*_zero*'.")] = None,
    held: Annotated[str | None, option("held", "1: plant also those that are held until the last run.")] = None,
    by: Annotated[str | None, option("by", "fuzz or sweep: what alone seeks planted faults; default: both.")] = None,
    broken: Annotated[str | None, option("broken", "1: damage bytes instead, and tell where readers disagree.")] = None,
    schemas: Annotated[
        str | None, option("schemas", "1: random pairs of schemas in place of values, whose verdicts have to agree.")
    ] = None,
    pairs: Annotated[str | None, option("pairs", "How many pairs of schemas; default: 300.")] = None,
    compiled: Annotated[str | None, option("compiled", "How many of these are also compiled; default: 60.")] = None,
    cluster: ClusterOption = None,
    workers: WorkersOption = None,
    bed: BedOption = None,
    include: IncludeOption = None,
    peers: PeersOption = None,
    generations: GenerationsOption = None,
) -> None:
    """Random values through every writer and reader: what no entry predicts, each by its smallest value."""
    from wirebed.run import Selection

    given = {"CASE": case, "FORMAT": format, "WRITER": writer, "READER": reader, "LANGUAGE": language}
    of_mutants_alone = {"MUTANT": mutant, "HELD": held, "BY": by}
    of_values_alone = {"CLUSTER": cluster, "WORKERS": workers}
    of_schemas_alone = {"PAIRS": pairs, "COMPILED": compiled}
    if any(flag(name, value) for name, value in {"SCHEMAS": schemas, "MUTANTS": mutants, "BROKEN": broken}.items()):
        refuse(of_values_alone, tuple(of_values_alone), "is for random values alone")
    if flag("SCHEMAS", schemas):
        others = {
            "MUTANTS": mutants,
            "BROKEN": broken,
            **of_mutants_alone,
            **given,
            "BUDGET": budget,
            "BED": bed,
            "INCLUDE": include,
        }
        refuse(others, tuple(others), "is not about pairs of schemas: leave it out, or SCHEMAS=1")
        finish(_schemas(seed, pairs, compiled))
    refuse(of_schemas_alone, tuple(of_schemas_alone), "is about pairs of schemas: say SCHEMAS=1")
    if flag("MUTANTS", mutants):
        from wirebed_fuzz.mutants import command as of_mutants

        refuse(given, tuple(given), "chooses no planted faults; MUTANT= does")
        seconds = 60 * number("BUDGET", budget, 1)
        of_seed = number("SEED", seed, 1)
        finish(of_mutants.main(open_bed(bed, include), mutant, flag("HELD", held), seconds, of_seed, by))

    refuse(of_mutants_alone, tuple(of_mutants_alone), "is about planted faults: say MUTANTS=1")
    chosen = Selection(
        case=case, format=format, writer=writer, reader=reader, language=language, seed=number("SEED", seed, 1)
    )
    minutes = number("BUDGET", budget, 2)
    if flag("BROKEN", broken):
        from wirebed_fuzz.broken import command as of_broken

        refuse({"WRITER": writer}, ("WRITER",), "chooses no damaged bytes, which no writer has written")
        finish(of_broken.main(open_bed(bed, include), chosen, minutes))

    from wirebed_fuzz import command

    finish(command.main(open_bed(bed, include), chosen, minutes, workers_of(cluster, workers)))


def _schemas(seed: str | None, pairs: str | None, compiled: str | None) -> int:
    from wirebed_fuzz.schemas import command

    count = number("PAIRS", pairs, command.PAIRS)
    of_them = 0 if compiled == "0" else number("COMPILED", compiled, min(command.COMPILED, count))
    return command.main(number("SEED", seed, 1), count, of_them)
