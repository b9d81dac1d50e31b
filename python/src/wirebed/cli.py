"""The command line `wirebed`, which `make` calls. Each command imports its module only when it runs.

Options are also read from the environment (WIREBED_CASE, …), so that no shell changes the values that make passes.
"""

import sys
import traceback
from typing import Annotated

import typer

from wirebed.bed import document, exit_codes, files
from wirebed.commands import studies
from wirebed.commands.options import (
    BaseOption,
    BedOption,
    CaseOption,
    FormatOption,
    FreshOption,
    GenerationsOption,
    IncludeOption,
    LanguageOption,
    LegOption,
    PeersOption,
    ReaderOption,
    SeedOption,
    StepOption,
    TimingOption,
    ValuesOption,
    WriterOption,
    codes,
    finish,
    flag,
    keep,
    number,
    open_bed,
    option,
    refuse,
)
from wirebed.errors import UserError

app = typer.Typer(
    help="A test bed for wire formats: what one language writes, do the others read it?",
    epilog=f"Exit codes: {exit_codes.listed()}. Each command takes {document.OPTION}: {document.HELP}.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for study in studies.commands():
    app.add_typer(study)


@app.command()
def setup() -> None:
    """System packages and the Python environment (`make setup` did it before this could run)."""
    from wirebed.bed import BUILD

    print(f"setup: ready; Python is {BUILD / 'venv/bin/python'}")


@app.command()
def build(
    bed: BedOption = None,
    include: IncludeOption = None,
    peers: PeersOption = None,
    peer: Annotated[list[str] | None, typer.Option("--peer", help="Only this peer; may be repeated.")] = None,
    schema_only: Annotated[bool, typer.Option("--schema-only", help="No peer: only the schema.")] = False,
    bench: Annotated[bool, typer.Option("--bench", help="Their benchmark programs, too.")] = False,
    echo: Annotated[bool, typer.Option("--echo", help="Their echo programs, too.")] = False,
) -> None:
    """Build the peers against the schema, doing only what is not up to date."""
    from wirebed.run.taking_part import taking_part
    from wirebed_build.trees import ensure

    programs, opened = [kind for kind, wanted in (("bench", bench), ("echo", echo)) if wanted], open_bed(bed, include)
    print(ensure(opened, [] if schema_only else peer or taking_part(opened).here, programs=programs))


@app.command()
def init(
    bed: BedOption = None,
    include: IncludeOption = None,
    language: LanguageOption = None,
    format: FormatOption = None,
) -> None:
    """Write fixtures/bed.yaml of a bed that has none, from its schemas; on a terminal it asks what no option says."""
    from wirebed.commands import init as command

    finish(command.main(bed, include, language, format))


@app.command()
def interop(
    case: CaseOption = None,
    format: FormatOption = None,
    writer: WriterOption = None,
    reader: ReaderOption = None,
    language: LanguageOption = None,
    values: ValuesOption = None,
    seed: SeedOption = None,
    base: BaseOption = None,
    fresh: FreshOption = None,
    timing: TimingOption = None,
    bed: BedOption = None,
    include: IncludeOption = None,
    peers: PeersOption = None,
    generations: GenerationsOption = None,
) -> None:
    """Every reader reads what every writer wrote, and every golden and vector; or random values, with --values."""
    from wirebed.commands import interop as command
    from wirebed.run import Selection

    if values:
        refuse({"BASE": base}, ("BASE",), "compares cases, and VALUES= takes none")
    else:
        refuse({"SEED": seed}, ("SEED",), "is of the random values that VALUES= takes")
    chosen = Selection(
        case=case, format=format, writer=writer, reader=reader, language=language,
        values=number("VALUES", values, 0), seed=number("SEED", seed, 1),
    )  # fmt: skip
    finish(command.main(open_bed(bed, include), chosen, keep(fresh, timing), base))


@app.command()
def evolution(
    versions: Annotated[
        list[str] | None, typer.Argument(metavar="[OLD NEW]", help="The two versions of your schemas, as below.")
    ] = None,
    step: StepOption = None,
    format: FormatOption = None,
    leg: LegOption = None,
    writer: WriterOption = None,
    reader: ReaderOption = None,
    language: LanguageOption = None,
    old: Annotated[
        str | None, option("old", "Folder of .proto files, git:<ref>:<folder>, archive, or descriptor set.")
    ] = None,
    new: Annotated[str | None, option("new", "The same, changed.")] = None,
    mode: Annotated[str | None, option("mode", "backward, forward or full (the default).")] = None,
    accept: Annotated[
        str | None, option("accept", "YAML of what the author of the change declares and accepts.")
    ] = None,
    fail: Annotated[str | None, option("fail", "lossy, corrupting (the default) or breaking.")] = None,
    strict: Annotated[str | None, option("strict", "1: --fail lossy, and every hazard.")] = None,
    full: Annotated[str | None, option("full", "1: compile both versions, for --old and --new.")] = None,
    codec: Annotated[str | None, option("codec", "Globs of the codecs that count, with `,` between.")] = None,
    base: BaseOption = None,
    fresh: FreshOption = None,
    timing: TimingOption = None,
    bed: BedOption = None,
    include: IncludeOption = None,
    peers: PeersOption = None,
    generations: GenerationsOption = None,
) -> None:
    """Show what a change of a schema does: every step, format and language; with --old and --new, your own change."""
    if versions:
        if len(versions) != 2 or old or new:
            raise UserError(f"two versions of a schema are compared, and these are given: {' '.join(versions)}")
        old, new = versions
    options = {"STEP": step, "LEG": leg, "MODE": mode, "ACCEPT": accept, "FAIL": fail, "STRICT": strict}
    options |= {"FULL": full, "CODEC": codec}
    if old or new:
        options |= {"TIMING": timing, "BASE": base}
        refuse(options, ("STEP", "LEG", "TIMING", "BASE"), "is about steps, and not for OLD= NEW=")
        more = {"fail": fail, "strict": flag("STRICT", strict), "full": flag("FULL", full)}
        more |= {"codec": codec, "language": language, "fresh": flag("FRESH", fresh)}
        main, opened = studies.main_of("safe-change", "OLD= NEW="), open_bed(bed, include)
        finish(main(old, new, mode, format, accept, include, writer, reader, **more, bed=opened))
    from wirebed.commands import evolution as command

    refuse(options, ("MODE", "ACCEPT", "FAIL", "STRICT", "FULL", "CODEC"), "is for OLD= NEW=, which are not given")
    selected = {"step": step, "format": format, "leg": leg, "writer": writer, "reader": reader, "language": language}
    finish(command.main(open_bed(bed, include), **selected, keep=keep(fresh, timing), base=base))


@app.command()
def golden(
    accept: Annotated[str | None, option("accept", "Glob: check in new encodings of these.")] = None,
    why: Annotated[str | None, option("why", "The reason, recorded with ACCEPT and RETIRE.")] = None,
    retire: Annotated[str | None, option("retire", "Glob: leave tombstones for these.")] = None,
    check: Annotated[str | None, option("check", "1: only check, against --base.")] = None,
    base: Annotated[str | None, option("base", "Git ref that CHECK compares with.")] = None,
    import_: Annotated[str | None, option("import", "File of captured bytes.")] = None,
    upgrade: Annotated[str | None, option("upgrade_records", "1: write golden.yaml in its newest form.")] = None,
    case: CaseOption = None,
    format: FormatOption = None,
    fresh: FreshOption = None,
    bed: BedOption = None,
    include: IncludeOption = None,
    peers: PeersOption = None,
    generations: GenerationsOption = None,
) -> None:
    """Add missing golden fixtures; nothing is ever changed unless asked for by name."""
    from wirebed.commands import golden as command

    finish(
        command.main(
            bed=open_bed(bed, include), accept=accept, why=why, retire=retire, check=flag("CHECK", check), base=base,
            import_file=import_, case=case, format=format, upgrade=flag("UPGRADE_RECORDS", upgrade), keep=keep(fresh),
        )
    )  # fmt: skip


@app.command()
def vectors(
    format: FormatOption = None,
    file: Annotated[str | None, option("file", "JSON lines of vectors.")] = None,
    bed: BedOption = None,
    include: IncludeOption = None,
    peers: PeersOption = None,
    generations: GenerationsOption = None,
) -> None:
    """Outside vectors through every reader, and every writer that claims canonical bytes."""
    from wirebed.commands import vectors as command

    finish(command.main(bed=open_bed(bed, include), format=format, file=file))


@app.command()
def why(
    case: CaseOption = None,
    step: StepOption = None,
    leg: LegOption = None,
    writer: WriterOption = None,
    reader: ReaderOption = None,
    format: FormatOption = None,
    message: Annotated[str | None, option("message", "Full name of the message.")] = None,
    hex: Annotated[str | None, option("hex", "The payload in hexadecimal.")] = None,
    file: Annotated[str | None, option("file", "The payload as a file.")] = None,
    bed: BedOption = None,
    include: IncludeOption = None,
    peers: PeersOption = None,
    generations: GenerationsOption = None,
) -> None:
    """A payload, or cells of the last run: the value, the bytes annotated, what readers see, and what pins it."""
    cell = {"CASE": case, "STEP": step, "LEG": leg, "WRITER": writer, "READER": reader}
    if case or step or leg:
        from wirebed.commands import why_cell

        refuse({"HEX": hex, "FILE": file, "MESSAGE": message}, ("HEX", "FILE", "MESSAGE"), "is about a payload")
        refuse(cell, ("CASE",) if step or leg else (), "is a cell of interop; STEP= and LEG= are of evolution")
        finish(why_cell.main(open_bed(bed, include), case, step, leg, format, writer, reader))
    from wirebed.commands import why_payload

    refuse(cell, ("WRITER", "READER"), "is about a cell: say CASE= or STEP= as well")
    finish(why_payload.main(bed=open_bed(bed, include), format=format, message=message, hex=hex, file=file))


@app.command()
def lock(
    upgrade: Annotated[
        str | None, option("upgrade", "Packages to take the newest of, with commas; '*': all of them.")
    ] = None,
) -> None:
    """Bring the locks of python/ to what requirements.in and libraries.in say; every other pin stays."""
    from wirebed_build import lock

    finish(lock.main(upgrade))


@app.command()
def clean() -> None:
    """Remove what was built and reported; the environment of setup stays."""
    from wirebed_build.trees.steps import clean

    clean()


def run() -> int:
    """Runs the command; returns its exit code. An error of the user is one message; KeyboardInterrupt is passed on."""
    try:
        with files.disk_errors():
            code = app(standalone_mode=False)
    except UserError as error:
        document.find_error(error)
        print(f"error: {error}" if error.path is None else error, file=sys.stderr)
        return exit_codes.FAILED
    except Exception as error:
        return _show(error)
    # Typer turns a KeyboardInterrupt into this code and prints nothing.
    if code == exit_codes.INTERRUPTED and not codes:
        raise KeyboardInterrupt
    return code if isinstance(code, int) else 0


def _show(error: Exception) -> int:
    """Shows a wrong option like typer, and any other error, which is a defect, with its traceback; exit code 2."""
    show = getattr(error, "show", None)
    if show is not None:
        document.find("input", str(getattr(error, "message", error)))
        show()
    else:
        document.find("defect", f"{type(error).__name__}: {error}")
        traceback.print_exception(error)
    return exit_codes.FAILED
