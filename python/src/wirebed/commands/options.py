"""The options that several commands share, how their values are read, and how a command ends.

Every option is also read from the environment (WIREBED_CASE, …), where make puts it.
"""

import os
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Never

import typer
from typer.models import OptionInfo

from wirebed.bed import Bed, settings
from wirebed.errors import UserError
from wirebed_build.languages.discovery import PEERS
from wirebed_build.languages.generations import GENERATIONS, LIBRARIES

if TYPE_CHECKING:
    from wirebed.peers.kept import Keep


def option(name: str, help: str, callback: Callable[[str | None], str | None] | None = None) -> OptionInfo:
    """Also read from the environment, where make puts it."""
    word, variable = f"--{name.replace('_', '-')}", f"WIREBED_{name.upper()}"
    made: OptionInfo = typer.Option(word, envvar=variable, help=help, callback=callback)
    return made


def _peers(folders: str | None) -> str | None:
    """Puts them where every part that looks for peers finds them."""
    if folders:
        os.environ[PEERS] = folders
    return folders


def _generations(pins: str | None) -> str | None:
    """As `_peers`."""
    if pins:
        os.environ[GENERATIONS] = pins
    return pins


BedOption = Annotated[str | None, option("bed", "Folder with proto/ and fixtures/; default: this repository.")]
IncludeOption = Annotated[str | None, option("include", "Folders, with `:` between, where imports resolve.")]
PeersOption = Annotated[
    str | None, option("peers", "Folders of peers that lie elsewhere, with `:` between.", callback=_peers)
]
GenerationsOption = Annotated[
    str | None,
    option(
        "generations",
        "Other versions of libraries, as peers beside those of today: 'protobuf=6.30.0'; several with blanks.",
        callback=_generations,
    ),
]
SetOption = Annotated[
    str | None, option("set", "Other versions, held against those of today: 'com.google.code.gson:gson=2.10.1'.")
]
CaseOption = Annotated[str | None, option("case", "List of globs of cases: 'Stock/*,Text/*'.")]
FormatOption = Annotated[str | None, option("format", "Globs of formats: 'proto*,json'; a ! leaves out: '!xml*'.")]
WriterOption = Annotated[str | None, option("writer", "Globs of writers: 'java/*,cpp'; '!java/gson' leaves out.")]
ReaderOption = Annotated[str | None, option("reader", "Globs of readers, in the same way.")]
LanguageOption = Annotated[
    str | None, option("language", "Globs of languages: 'java,python'; no other is built, run or missed.")
]
StepOption = Annotated[str | None, option("step", "Glob of steps, 's06*', or samples, 's06*/v2.big'.")]
LegOption = Annotated[str | None, option("leg", "Glob of legs: 'relay-*', or '*-up' for both from v1 to v3.")]
FreshOption = Annotated[str | None, option("fresh", "1: execute everything, also what is kept from earlier runs.")]
TimingOption = Annotated[str | None, option("timing", "1: take the timing of codecs whose answers are kept, too.")]
ValuesOption = Annotated[
    str | None, option("values", "Number of random values of each message, which are taken instead of all cases.")
]
SeedOption = Annotated[str | None, option("seed", "Seed of the random values, a number; default: 1.")]
BaseOption = Annotated[
    str | None, option("base", "Git ref, or report of an older run: only what is new since then is shown and judged.")
]

ResultOption = Annotated[str | None, option("file", "A result of `make bench`; default: the last one.")]


def flag(name: str, value: str | None) -> bool:
    if value in (None, "", "0"):
        return False
    if value == "1":
        return True
    raise UserError(f"{name}={value}: say {name}=1, or leave it out")


def number(name: str, value: str | None, default: int) -> int:
    """A whole number from 1 to 1,000,000; the default where none is given."""
    if value in (None, ""):
        return default
    if value.isascii() and value.isdigit() and 1 <= int(value) <= 1_000_000:
        return int(value)
    raise UserError(f"{name}={value}: a whole number from 1 to 1,000,000 is wanted")


def refuse(options: dict[str, str | None], names: tuple[str, ...], why: str) -> None:
    """Raises an error for an option that the command would ignore."""
    for name in names:
        if options[name]:
            raise UserError(f"{name}={options[name]} {why}")


def ask_versions(set: str | None, generations: str | None) -> None:
    """Lets the versions of SET= take part, as those of GENERATIONS= do."""
    if set:
        refuse({"GENERATIONS": generations}, ("GENERATIONS",), "names versions, and so does SET=")
        _generations(set)


def open_bed(bed: str | None, include: str | None) -> Bed:
    """The bed; without INCLUDE= with the folders that its own file includes, and without PEERS= with its peers. All
    that looks for peers finds the versions of libraries that its file names."""
    opened = Bed.open(bed, include)
    stated = settings.load(opened)
    if stated.peers and not os.environ.get(PEERS):
        os.environ[PEERS] = ":".join(map(str, stated.peers))
    os.environ.pop(LIBRARIES, None)
    if stated.libraries:
        from wirebed.commands import bed_libraries

        os.environ[LIBRARIES] = ",".join(map(str, bed_libraries.of_bed(opened)))
    return opened if include else replace(opened, include=stated.include)


def keep(fresh: str | None, timing: str | None = None) -> "Keep":
    """The answer cache for Peers, so that answers of earlier runs are taken."""
    from wirebed.peers.kept import Keep

    return Keep(flag("FRESH", fresh), flag("TIMING", timing))


codes: list[int] = []  # the exit codes that commands have returned


def finish(code: int | None) -> Never:
    code = 0 if code is None else code
    codes.append(code)
    raise typer.Exit(code)
