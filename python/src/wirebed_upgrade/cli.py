"""The commands `upgrade`, `bisect` and `skew` of `wirebed`."""

from typing import Annotated

import typer

from wirebed.commands.options import (
    BedOption,
    CaseOption,
    FormatOption,
    FreshOption,
    IncludeOption,
    LanguageOption,
    PeersOption,
    ReaderOption,
    WriterOption,
    finish,
    flag,
    keep,
    open_bed,
    option,
    refuse,
)
from wirebed.errors import UserError
from wirebed_cluster.options import ClusterOption, WorkersOption, workers_of

app = typer.Typer()
_SET = "Library and version, as Maven or PyPI spell it: 'com.google.code.gson:gson=2.10.1', 'protobuf=6.30.0'."


@app.command()
def upgrade(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[LIBRARY FROM TO]", help="A library and two versions of it, or two pins."),
    ] = None,
    set: Annotated[str | None, option("set", _SET)] = None,
    from_: Annotated[
        str | None, option("from", "The version before, where it is not that of today; without SET= a pin.")
    ] = None,
    to: Annotated[
        str | None, option("to", "The version after, where SET= names the library alone; without SET= a pin.")
    ] = None,
    base: Annotated[
        str | None, option("base", "Git ref: from the libraries that the bed named there to those that it names now.")
    ] = None,
    case: CaseOption = None,
    format: FormatOption = None,
    language: LanguageOption = None,
    full: Annotated[
        str | None, option("full", "1: ask every codec, also those whose library is the same on both sides.")
    ] = None,
    widen: Annotated[
        str | None,
        option("widen", "1: widen the versions of the bed's entries that the other version shows as today's."),
    ] = None,
    fresh: FreshOption = None,
    bed: BedOption = None,
    include: IncludeOption = None,
    peers: PeersOption = None,
) -> None:
    """What another version of a library changes on the wire: both run side by side, and read what the other wrote."""
    from wirebed.run import Selection
    from wirebed_upgrade import command, sides

    if words:
        if set or from_ or to or len(words) not in (2, 3):
            raise UserError("a library and two versions of it are wanted, or SET= with FROM= and TO=")
        set, from_, to = words if len(words) == 3 else (None, *words)
    opened = open_bed(bed, include)
    if base:
        refuse({"SET": set, "FROM": from_, "TO": to}, ("SET", "FROM", "TO"), "names versions, and so does BASE=")
    asked = sides.since(opened, base) if base else sides.of(set, from_, to)
    if asked is None:
        print(f"the bed names the same versions of libraries as in {base}")
        finish(0)
    chosen = Selection(case=case, format=format, language=language)
    widening = flag("WIDEN", widen)
    if widening and (asked.old.pins and asked.new.pins):
        raise UserError("WIDEN= compares another version with that of today: FROM= or TO= is one too many")
    if widening:
        given = {"CASE": case, "FORMAT": format, "LANGUAGE": language}
        refuse(given, tuple(given), "leaves out cells in which an entry may be shown, and WIDEN= needs all")
    finish(command.main(opened, asked, chosen, flag("FULL", full), widening, keep(fresh)))


@app.command()
def bisect(
    set: Annotated[str | None, option("set", "Library, as Maven or PyPI spell it: 'orjson'.")] = None,
    from_: Annotated[str | None, option("from", "The first version; default: the oldest.")] = None,
    to: Annotated[str | None, option("to", "The last version; default: the newest.")] = None,
    case: CaseOption = None,
    format: FormatOption = None,
    writer: WriterOption = None,
    reader: ReaderOption = None,
    language: LanguageOption = None,
    fresh: FreshOption = None,
    bed: BedOption = None,
    include: IncludeOption = None,
    peers: PeersOption = None,
) -> None:
    """Between which releases of a library an outcome, a value or a byte changed, by minor line."""
    from wirebed.run import Selection
    from wirebed_upgrade import bisect

    chosen = Selection(case=case, format=format, writer=writer, reader=reader, language=language)
    finish(bisect.main(open_bed(bed, include), set, from_, to, chosen, keep(fresh)))


@app.command()
def skew(
    set: Annotated[str | None, option("set", "Globs of rows: 'com.caucho:*', 'gson-2.8.9'.")] = None,
    case: CaseOption = None,
    format: FormatOption = None,
    language: LanguageOption = None,
    cluster: ClusterOption = None,
    workers: WorkersOption = None,
    fresh: FreshOption = None,
    bed: BedOption = None,
    include: IncludeOption = None,
    peers: PeersOption = None,
) -> None:
    """What differs between the versions of fixtures/upgrades/skew.yaml and those of today, and in which versions."""
    from wirebed.run import Selection
    from wirebed_upgrade import skew

    chosen = Selection(case=case, format=format, language=language)
    finish(skew.main(open_bed(bed, include), set, chosen, keep(fresh), workers_of(cluster, workers)))
