"""The command line `wirebed`, which `make` calls. Each command imports its module only when it runs.

Options are also read from the environment (WIREBED_CASE, …), so that no shell changes the values that make passes.
"""

import sys
import traceback
from typing import Annotated

import typer

from wirebed import exit_codes, files
from wirebed.errors import UserError

app = typer.Typer(
    help="A test bed for wire formats: what one language writes, do the others read it?",
    epilog=f"Exit codes: {exit_codes.listed()}.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _option(name: str, help: str):
    """Also read from the environment, where make puts it."""
    return typer.Option(f"--{name.replace('_', '-')}", envvar=f"WIREBED_{name.upper()}", help=help)


BedOption = Annotated[str | None, _option("bed", "Folder with proto/ and fixtures/; default: this repository.")]
IncludeOption = Annotated[str | None, _option("include", "Folders, with `:` between, where imports resolve.")]
CaseOption = Annotated[str | None, _option("case", "Glob of cases: 'Stock/*'.")]
FormatOption = Annotated[str | None, _option("format", "Glob of formats: 'proto*'.")]
WriterOption = Annotated[str | None, _option("writer", "Glob of writers: 'java/*'.")]
ReaderOption = Annotated[str | None, _option("reader", "Glob of readers: 'cpp/*'.")]
StepOption = Annotated[str | None, _option("step", "Glob of steps, 's06*', or samples, 's06*/v2.big'.")]
LegOption = Annotated[str | None, _option("leg", "Glob of legs: 'relay-*'.")]

ResultOption = Annotated[str | None, _option("file", "A result of `make bench`; default: the last one.")]


def _bed(bed: str | None, include: str | None):
    from wirebed.bed import Bed

    return Bed.open(bed, include)


@app.command()
def setup():
    """System packages and the Python environment (`make setup` did it before this could run)."""
    from wirebed.bed import BUILD

    print(f"setup: ready; Python is {BUILD / 'venv/bin/python'}")


@app.command()
def build(
    bed: BedOption = None,
    include: IncludeOption = None,
    peer: Annotated[list[str] | None, typer.Option("--peer", help="Only this peer; may be repeated.")] = None,
    schema_only: Annotated[bool, typer.Option("--schema-only", help="No peer: schema and plain classes.")] = False,
    bench: Annotated[bool, typer.Option("--bench", help="Their benchmark programs, too.")] = False,
    echo: Annotated[bool, typer.Option("--echo", help="Their echo programs, too.")] = False,
):
    """Build the peers against the schema, doing only what is not up to date."""
    from wirebed.trees import ensure

    programs = [kind for kind, wanted in (("bench", bench), ("echo", echo)) if wanted]
    print(ensure(_bed(bed, include), [] if schema_only else peer or None, programs=programs))


@app.command()
def interop(
    case: CaseOption = None,
    format: FormatOption = None,
    writer: WriterOption = None,
    reader: ReaderOption = None,
    bed: BedOption = None,
    include: IncludeOption = None,
):
    """Every reader reads what every writer wrote, and every golden and vector."""
    from wirebed.commands import interop as command

    _exit(command.main(bed=_bed(bed, include), case=case, format=format, writer=writer, reader=reader))


@app.command()
def evolution(
    step: StepOption = None,
    format: FormatOption = None,
    leg: LegOption = None,
    writer: WriterOption = None,
    reader: ReaderOption = None,
    old: Annotated[str | None, _option("old", "Folder of .proto files.")] = None,
    new: Annotated[str | None, _option("new", "The same, changed.")] = None,
    mode: Annotated[str | None, _option("mode", "backward, forward or full (the default).")] = None,
    accept: Annotated[str | None, _option("accept", "YAML of entries that are known.")] = None,
    fail: Annotated[str | None, _option("fail", "lossy, corrupting (the default) or breaking.")] = None,
    strict: Annotated[str | None, _option("strict", "1: --fail lossy, and every hazard.")] = None,
    bed: BedOption = None,
    include: IncludeOption = None,
):
    """What happens when a schema changes: every step, format and language; with --old and --new, your own change."""
    options = {"STEP": step, "LEG": leg, "BED": bed, "MODE": mode, "ACCEPT": accept, "FAIL": fail, "STRICT": strict}
    if old or new:
        from wirebed import safe_change

        _refuse(options, ("STEP", "LEG", "BED"), "is about steps, and not for OLD= NEW=")
        gate = {"fail": fail, "strict": _flag("STRICT", strict)}
        _exit(safe_change.main(old, new, mode, format, accept, include, writer, reader, **gate))
    from wirebed.evolution import command

    _refuse(options, ("MODE", "ACCEPT", "FAIL", "STRICT"), "is for OLD= NEW=, which are not given")
    _exit(command.main(_bed(bed, include), step=step, format=format, leg=leg, writer=writer, reader=reader))


@app.command()
def echo(
    case: CaseOption = None,
    format: FormatOption = None,
    client: Annotated[str | None, _option("client", "Glob of client codecs: 'java/*'.")] = None,
    server: Annotated[str | None, _option("server", "Glob of server codecs: 'cpp/*'.")] = None,
    transport: Annotated[str | None, _option("transport", "Glob of transports: 'grpc*'.")] = None,
    bind: Annotated[str | None, _option("bind", "Glob of 127.0.0.1 and 0.0.0.0; default: 127.0.0.1.")] = None,
    persons: Annotated[str | None, _option("persons", "How many random Persons; default: 1000.")] = None,
    fan_out: Annotated[str | None, _option("fan_out", "The most children and friends of a Person.")] = None,
    depth: Annotated[str | None, _option("depth", "How deep children and friends go.")] = None,
    full: Annotated[str | None, _option("full", "1: every pair is timed, and every server loaded.")] = None,
    port: Annotated[str | None, _option("port", "The first port of the listeners; default: free ports.")] = None,
    times: Annotated[bool, typer.Option(help="Whether times are taken, after all cells.")] = True,
    bed: BedOption = None,
    include: IncludeOption = None,
):
    """Values through real connections: a client sends, a server decodes and encodes anew, the client compares."""
    from wirebed.commands import echo as command
    from wirebed.echo.payloads import Persons
    from wirebed.echo.plan import Selection

    globs = {"case": case, "format": format, "client": client, "server": server, "transport": transport, "bind": bind}
    selection = Selection(**{name: glob or None for name, glob in globs.items()})
    made = Persons.of(persons, fan_out, depth)
    _exit(command.main(_bed(bed, include), selection, made, _flag("FULL", full), port, times))


@app.command("echo-ruler")
def echo_ruler(
    rounds: Annotated[str | None, _option("rounds", "How many rounds; default: 16.")] = None,
    peer: Annotated[str | None, _option("peer", "Globs of peers, with `,` between; default: all.")] = None,
):
    """The echo of each language over a raw socket, against a program that is written by hand."""
    from wirebed.echo import ruler

    _exit(ruler.main(rounds, peer))


@app.command()
def changes():
    """The verdicts of --old and --new on the schema changes of fixtures/changes, against those that are true."""
    from wirebed.safe_change import known_changes

    _exit(known_changes.main())


@app.command()
def golden(
    accept: Annotated[str | None, _option("accept", "Glob: check in new encodings of these.")] = None,
    why: Annotated[str | None, _option("why", "The reason, recorded with ACCEPT and RETIRE.")] = None,
    retire: Annotated[str | None, _option("retire", "Glob: leave tombstones for these.")] = None,
    check: Annotated[str | None, _option("check", "1: only check, against --base.")] = None,
    base: Annotated[str | None, _option("base", "Git ref that CHECK compares with.")] = None,
    import_: Annotated[str | None, _option("import", "File of captured bytes.")] = None,
    case: CaseOption = None,
    format: FormatOption = None,
    bed: BedOption = None,
    include: IncludeOption = None,
):
    """Add missing golden fixtures; nothing is ever changed unless asked for by name."""
    from wirebed.commands import golden as command

    _exit(
        command.main(
            bed=_bed(bed, include), accept=accept, why=why, retire=retire, check=_flag("CHECK", check), base=base,
            import_file=import_, case=case, format=format,
        )
    )  # fmt: skip


@app.command()
def vectors(
    format: FormatOption = None,
    file: Annotated[str | None, _option("file", "JSON lines of vectors.")] = None,
    bed: BedOption = None,
    include: IncludeOption = None,
):
    """Outside vectors through every reader, and every writer that claims canonical bytes."""
    from wirebed.commands import vectors as command

    _exit(command.main(bed=_bed(bed, include), format=format, file=file))


@app.command()
def why(
    case: CaseOption = None,
    step: StepOption = None,
    leg: LegOption = None,
    writer: WriterOption = None,
    reader: ReaderOption = None,
    format: FormatOption = None,
    message: Annotated[str | None, _option("message", "Full name of the message.")] = None,
    hex: Annotated[str | None, _option("hex", "The payload in hexadecimal.")] = None,
    file: Annotated[str | None, _option("file", "The payload as a file.")] = None,
    bed: BedOption = None,
    include: IncludeOption = None,
):
    """A payload, or cells of the last run: the value, the bytes annotated, what readers see, and what pins it."""
    cell = {"CASE": case, "STEP": step, "LEG": leg, "WRITER": writer, "READER": reader}
    if case or step or leg:
        from wirebed.commands import why_cell

        _refuse({"HEX": hex, "FILE": file, "MESSAGE": message}, ("HEX", "FILE", "MESSAGE"), "is about a payload")
        _refuse(cell, ("CASE",) if step or leg else (), "is a cell of interop; STEP= and LEG= are of evolution")
        _exit(why_cell.main(_bed(bed, include), case, step, leg, format, writer, reader))
    from wirebed.commands import why

    _refuse(cell, ("WRITER", "READER"), "is about a cell: say CASE= or STEP= as well")
    _exit(why.main(bed=_bed(bed, include), format=format, message=message, hex=hex, file=file))


@app.command()
def bench(
    bench: Annotated[
        str | None,
        _option(
            "bench",
            "Glob of benchmarks: encode, populate, decode, convert, each also with ' reused' or ' cold', "
            "decode and convert with ' foreign'; default: encode and decode. Copies and memcpy come along.",
        ),
    ] = None,
    codec: Annotated[str | None, _option("codec", "Glob of codecs: 'java/*', '*/upb'.")] = None,
    message: Annotated[str | None, _option("message", "Glob of messages, cases, or groups of workloads.")] = None,
    budget: Annotated[str | None, _option("budget", "Minutes to spend; default: 20.")] = None,
    quick: Annotated[str | None, _option("quick", "1: two workloads, under 3 minutes, indicative.")] = None,
    bed: BedOption = None,
    include: IncludeOption = None,
):
    """What each format costs in each language: time, bytes, allocations."""
    from wirebed.bench import command

    options = command.BenchOptions(bench, codec, message, budget, _flag("QUICK", quick))
    _exit(command.main(_bed(bed, include), options))


@app.command("bench-runner")
def bench_runner():
    """How many cells a second the runner itself can do."""
    from wirebed import bench_runner

    _exit(bench_runner.main())


@app.command("bench-codecs")
def bench_codecs(
    format: FormatOption = None,
    case: CaseOption = None,
    bed: BedOption = None,
    include: IncludeOption = None,
):
    """The codecs of one format beside each other on one case: `make bench` of these alone, QUICK=1."""
    from wirebed.bench import command

    if not format:
        raise UserError("FORMAT= is missing: the codecs of which format? For example FORMAT=hessian2")
    options = command.BenchOptions(codec=f"*:{format}/*", message=case or "Stock/article_hessian", quick=True)
    _exit(command.main(_bed(bed, include), options))


@app.command("bench-compare")
def bench_compare(
    base: Annotated[str | None, _option("base", "A result of `make bench`, kept.")] = None,
    file: ResultOption = None,
):
    """What became faster or slower since: a verdict for each row."""
    from wirebed.bench import compare_table

    _exit(compare_table.main(base, file))


@app.command("bench-figures")
def bench_figures(
    file: ResultOption = None,
    out: Annotated[str | None, _option("out", "Folder for the figures.")] = None,
):
    """Draws a result, as SVG and PNG."""
    from wirebed.bench.figures import command

    _exit(command.main(file, out))


@app.command("bench-ruler")
def bench_ruler(
    budget: Annotated[str | None, _option("budget", "Minutes that it may take.")] = None,
):
    """Twelve operations as the bed measures them, against programs written by hand."""
    from wirebed.bench import ruler

    _exit(ruler.main(budget))


@app.command("bench-publish")
def bench_publish(file: ResultOption = None):
    """Checks in a result, from which fixtures/results/costs.md and ruler.md are made."""
    from wirebed.bench import published

    _exit(published.main(file))


@app.command("bench-accept")
def bench_accept(file: ResultOption = None, bed: BedOption = None):
    """Takes the sizes and allocations of a result as those to be expected."""
    from wirebed.bench import pinned_figures

    _exit(pinned_figures.main(_bed(bed, None), file))


@app.command()
def buf(bed: BedOption = None, include: IncludeOption = None):
    """Ask `buf breaking` of every step of the evolution suite; its verdicts are checked in."""
    from wirebed.evolution import buf

    _exit(buf.main(_bed(bed, include)))


@app.command("peer-test")
def peer_test(
    peer: Annotated[str | None, _option("peer", "Globs of peers, with `,` between; default: all.")] = None,
    question: Annotated[str | None, _option("question", "Glob of questions: 'damage none/*'.")] = None,
    reports: Annotated[str | None, typer.Option("--reports", help="Folder for the JUnit XML.")] = None,
    bed: BedOption = None,
    include: IncludeOption = None,
):
    """Holds one peer after the other to the contract of proto/wirebed/README.md, without the others."""
    from wirebed.peer_test import command

    _exit(command.main(_bed(bed, include), peer, question, reports))


@app.command()
def test(
    long: Annotated[
        str | None, _option("long", "1: a million inputs for the strict Hessian readers, C++ for the known changes.")
    ] = None,
):
    """Every language's own tests, the runner's tests, and the suites: interop, evolution and echo."""
    from wirebed import checks

    _exit(checks.test(_flag("LONG", long)))


@app.command()
def check(
    fix: Annotated[bool, typer.Option("--fix", help="Mend the format instead of only telling.")] = False,
):
    """Format and lint, each language by its own tools."""
    from wirebed import checks

    _exit(checks.check(fix))


@app.command()
def lock(
    upgrade: Annotated[
        str | None, _option("upgrade", "Packages to take the newest of, with commas; '*': all of them.")
    ] = None,
):
    """Bring python/requirements.lock to what requirements.in says; every other pin stays."""
    from wirebed import lock

    _exit(lock.main(upgrade))


@app.command()
def clean():
    """Remove what was built and reported; the environment of setup stays."""
    from wirebed.trees.steps import clean

    clean()


def _flag(name: str, value: str | None) -> bool:
    if value in (None, "", "0"):
        return False
    if value == "1":
        return True
    raise UserError(f"{name}={value}: say {name}=1, or leave it out")


def _refuse(options: dict[str, str | None], names: tuple[str, ...], why: str):
    """Raises an error for an option that the command would ignore."""
    for name in names:
        if options[name]:
            raise UserError(f"{name}={options[name]} {why}")


_codes: list[int] = []  # the exit codes that commands have returned


def _exit(code: int | None):
    _codes.append(code or 0)
    raise typer.Exit(code or 0)


def run() -> int:
    """Runs the command; returns its exit code. An error of the user is one message; KeyboardInterrupt is passed on."""
    try:
        with files.disk_errors():
            code = app(standalone_mode=False)
    except UserError as error:
        print(f"error: {error}" if error.path is None else error, file=sys.stderr)
        return exit_codes.FAILED
    except Exception as error:
        return _show(error)
    # Typer turns a KeyboardInterrupt into this code and prints nothing.
    if code == exit_codes.INTERRUPTED and not _codes:
        raise KeyboardInterrupt
    return code if isinstance(code, int) else 0


def _show(error: Exception) -> int:
    """Shows a wrong option like typer, and any other error, which is a defect, with its traceback; exit code 2."""
    show = getattr(error, "show", None)
    if show is not None:
        show()
    else:
        traceback.print_exception(error)
    return exit_codes.FAILED
