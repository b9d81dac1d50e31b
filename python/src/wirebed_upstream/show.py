"""The results: a table on the terminal, JSON lines, and a page that lists everything."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from wirebed.bed import document
from wirebed.bed.document import ERROR, NOTE
from wirebed.errors import shown
from wirebed_upstream.load import NONE_KNOWN
from wirebed_upstream.mechanisms import Without
from wirebed_upstream.reproduction import Line, Reproduction
from wirebed_upstream.run import Newest, Result

_SIGNS = {Newest.MENDED: "[green]mended[/]", Newest.OTHER: "[yellow]other[/]"}


def table(results: list[Result], console: Console):
    """A line for each library with its versions, and below it a line for each of its reproductions."""
    made = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for title in ("library, reproduction", "version", "newest release"):
        made.add_column(title, overflow="fold")
    for mine in _by_library(results):
        library = mine[0].reproduction.library
        name = escape(library.coordinates) + " (unmaintained)" * bool(library.unmaintained)
        newest = mine[0].newest_version or mine[0].newest.value
        made.add_row(f"[bold]{name}[/]", escape(mine[0].version or "–"), escape(newest))
        for result in mine:
            state = "as stated" if result.as_stated else "[red]NOT AS STATED[/]" if result.ran else "[red]not run[/]"
            made.add_row(f"  {escape(result.reproduction.name)}", state, _SIGNS.get(result.newest, result.newest.value))
    console.print(made)


def _by_library(results: list[Result]) -> list[list[Result]]:
    libraries = dict.fromkeys(result.reproduction.library for result in results)
    return [[result for result in results if result.reproduction.library == library] for library in libraries]


def unexpected(results: list[Result], console: Console):
    """Shows what is not as stated, and what the newest release does otherwise."""
    for mine in _by_library(results):
        news = [_unexpected(result) for result in mine]
        absent = {result.why for result in mine if result.newest is Newest.NOT_THERE and result.ran}
        news += [f"{mine[0].reproduction.library.coordinates}: the newest release was not run: {why}" for why in absent]
        for words in filter(None, news):
            console.print(words, markup=False, highlight=False, soft_wrap=True)


def _unexpected(result: Result) -> str:
    name, stated = result.reproduction.name, result.reproduction.observed
    if not result.ran:
        return f"✗ {name}: not run with {result.version or 'the pinned version'}: {result.why}"
    if not result.as_stated:
        head = f"✗ {name} ({shown(result.reproduction.program)}): {result.version}"
        return f"{head} is stated to print\n    {stated}\n  and prints\n    {result.printed}"
    if result.newest in (Newest.MENDED, Newest.OTHER):
        return f"{name}: {result.newest.value} in {result.newest_version}, which prints\n    {result.newest_printed}"
    return ""


def past(results: list[Result], console: Console):
    for result in results:
        if result.past:
            text = f"{result.reproduction.name}: {result.past}"
            console.print(text, markup=False, highlight=False, soft_wrap=True)


def find(results: list[Result]):
    """What --json says: what is not as stated, and what the newest release does otherwise."""
    ran = [result for result in results if result.ran]
    stated = sum(result.as_stated for result in ran)
    document.count(reproductions=len(results), as_stated=stated, not_run=len(results) - len(ran))
    for result in results:
        if words := _unexpected(result):
            level = NOTE if result.as_stated else ERROR
            document.find("reproduction", words, level, (shown(result.reproduction.program), 0, 0))


def summary(results: list[Result]) -> str:
    maintained = [result for result in results if not result.reproduction.library.unmaintained]
    newest = Counter(result.newest for result in results)
    parts = ", ".join(f"{newest[word]} {word.value}" for word in Newest if newest[word])
    return (
        f"{len(results)} reproductions, {len(maintained)} of them in maintained libraries; "
        f"{sum(result.as_stated for result in results)} print what is stated; in the newest release: {parts}"
    )


def missing(without: Without, place: str) -> str:
    left_out = sum(map(len, without.left_out.values()))
    return (
        f"names of nature library-bug without a reproduction: {len(without.missing)} of maintained libraries, "
        f"{left_out} of others; {place} has them"
    )


def lines(results: list[Result]) -> str:
    return "".join(json.dumps(_record(result), ensure_ascii=False) + "\n" for result in results)


def _record(result: Result) -> dict:
    about = result.reproduction
    return {
        "name": about.name,
        "library": about.library.coordinates,
        "unmaintained": about.library.unmaintained,
        "version": result.version,
        "input": about.input,
        "observed": str(about.observed),
        "printed": result.printed,
        "as_stated": result.as_stated,
        "expected": str(about.expected),
        "newest_version": result.newest_version,
        "newest": result.newest.value,
        "newest_printed": result.newest_printed,
        "why": result.why,
        "releases": result.past,
        "authority": about.authority,
        "thread": about.thread,
        "entries": list(about.entries),
        "guards": list(about.guards),
    }


def page(results: list[Result], without: Without) -> str:
    """Markdown."""
    parts = ["# Bugs of the libraries, each with a program that shows it\n", f"{summary(results)}.\n"]
    for mine in _by_library(results):
        library = mine[0].reproduction.library
        state = f" It is not maintained: {library.unmaintained}." if library.unmaintained else ""
        parts.append(f"## {library.coordinates} {mine[0].version}\n")
        parts.append(f"{_newest(mine[0])}{state}\n")
        parts += [_section(result) for result in mine]
    parts.append("## Without a reproduction\n")
    parts.append("In maintained libraries:\n")
    parts.append(_listed(without.missing))
    for library, names in without.left_out.items():
        parts.append(f"In {library.coordinates}, which is not maintained ({library.unmaintained}):\n")
        parts.append(_listed(names))
    return "\n".join(parts)


def _listed(names: list[str]) -> str:
    return "\n".join(f"- {name}" for name in names or ["none"]) + "\n"


def _newest(result: Result) -> str:
    if result.newest is Newest.INSTALLED:
        return "It is installed on this machine; nobody was asked for a newer release."
    if result.newest is Newest.PINNED:
        return "The registry has no newer release."
    if result.newest is Newest.NOT_THERE:
        return f"The newest release could not be run: {result.why}."
    library = result.reproduction.library
    return f"The newest release is {library.newest or library.coordinates} {result.newest_version}."


def _section(result: Result) -> str:
    about = result.reproduction
    rows = [
        ("input", about.input),
        ("observed", _code(result.printed if result.ran else f"not run: {result.why}")),
        ("expected", _code(str(about.expected))),
        ("newest release", _there(result)),
        *([("releases", result.past)] if result.past else []),
        ("authority", about.authority),
        ("thread", about.thread if about.thread == NONE_KNOWN else f"<{about.thread}>"),
        ("states it here", ", ".join(about.entries)) if about.entries else ("a guard here", "; ".join(about.guards)),
    ]
    if result.ran and not result.as_stated:
        rows.insert(2, ("stated", _code(str(about.observed))))
    return _with_program(about, f"### {about.name}", rows)


def report(about: Reproduction, seen_with: Sequence[str]) -> str:
    """A report for the maintainers of the library, in Markdown: what is stated, whatever a run of it prints.
    `seen_with`: libraries with their versions."""
    rows = [
        ("library", about.library.coordinates),
        *([("seen with", ", ".join(seen_with))] if seen_with else []),
        ("input", about.input),
        ("observed", _printed(about.observed)),
        ("expected", _printed(about.expected)),
        ("authority", about.authority),
        *([] if about.thread == NONE_KNOWN else [("thread", f"<{about.thread}>")]),
    ]
    return _with_program(about, f"# {about.name.replace('-', ' ')}", rows)


def _printed(line: Line) -> str:
    return f"what matches {_code(line.text)}" if line.pattern else _code(line.text)


def _with_program(about: Reproduction, head: str, rows: Iterable[tuple[str, str]]) -> str:
    listed = "\n".join(f"- {name}: {text}" for name, text in rows)
    language = {".java": "java", ".py": "python", ".cc": "cpp"}[about.program.suffix]
    return f"{head}\n\n{listed}\n\n```{language}\n{about.program.read_text()}```\n"


def _there(result: Result) -> str:
    if result.newest not in (Newest.SAME, Newest.MENDED, Newest.OTHER):
        return result.newest.value
    return f"{result.newest.value} in {result.newest_version}: {_code(result.newest_printed)}"


def _code(text: str) -> str:
    return "`` " + text.replace("\n", "⏎") + " ``"
