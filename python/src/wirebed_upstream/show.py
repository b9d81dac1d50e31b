"""The results: a table on the terminal, JSON lines, and a page that lists everything."""

import json
from collections import Counter

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from wirebed.errors import shown
from wirebed_upstream.load import NONE_KNOWN
from wirebed_upstream.mechanisms import Without
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
        for one in mine:
            stated = "as stated" if one.as_stated else "[red]NOT AS STATED[/]" if one.ran else "[red]not run[/]"
            made.add_row(f"  {escape(one.reproduction.name)}", stated, _SIGNS.get(one.newest, one.newest.value))
    console.print(made)


def _by_library(results: list[Result]) -> list[list[Result]]:
    libraries = dict.fromkeys(one.reproduction.library for one in results)
    return [[one for one in results if one.reproduction.library == library] for library in libraries]


def unexpected(results: list[Result], console: Console):
    """Shows what is not as stated, and what the newest release does otherwise."""
    for mine in _by_library(results):
        said = [_said(one) for one in mine]
        absent = {one.why for one in mine if one.newest is Newest.NOT_THERE and one.ran}
        said += [f"{mine[0].reproduction.library.coordinates}: the newest release was not run: {why}" for why in absent]
        for words in filter(None, said):
            console.print(words, markup=False, highlight=False, soft_wrap=True)


def _said(one: Result) -> str:
    name, stated = one.reproduction.name, one.reproduction.observed
    if not one.ran:
        return f"✗ {name}: not run with {one.version or 'the pinned version'}: {one.why}"
    if not one.as_stated:
        place = shown(one.reproduction.program)
        return f"✗ {name} ({place}): {one.version} is stated to print\n    {stated}\n  and prints\n    {one.printed}"
    if one.newest in (Newest.MENDED, Newest.OTHER):
        return f"{name}: {one.newest.value} in {one.newest_version}, which prints\n    {one.newest_printed}"
    return ""


def summary(results: list[Result]) -> str:
    maintained = [one for one in results if not one.reproduction.library.unmaintained]
    newest = Counter(one.newest for one in results)
    parts = ", ".join(f"{newest[word]} {word.value}" for word in Newest if newest[word])
    return (
        f"{len(results)} reproductions, {len(maintained)} of them in maintained libraries; "
        f"{sum(one.as_stated for one in results)} print what is stated; in the newest release: {parts}"
    )


def missing(without: Without, place: str) -> str:
    left_out = sum(map(len, without.left_out.values()))
    return (
        f"names of nature library-bug without a reproduction: {len(without.missing)} of maintained libraries, "
        f"{left_out} of others; {place} has them"
    )


def lines(results: list[Result]) -> str:
    return "".join(json.dumps(_record(one), ensure_ascii=False) + "\n" for one in results)


def _record(one: Result) -> dict:
    about = one.reproduction
    return {
        "name": about.name,
        "library": about.library.coordinates,
        "unmaintained": about.library.unmaintained,
        "version": one.version,
        "input": about.input,
        "observed": str(about.observed),
        "printed": one.printed,
        "as_stated": one.as_stated,
        "expected": str(about.expected),
        "newest_version": one.newest_version,
        "newest": one.newest.value,
        "newest_printed": one.newest_printed,
        "why": one.why,
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
        parts += [_section(one) for one in mine]
    parts.append("## Without a reproduction\n")
    parts.append("In maintained libraries:\n")
    parts.append(_listed(without.missing))
    for library, names in without.left_out.items():
        parts.append(f"In {library.coordinates}, which is not maintained ({library.unmaintained}):\n")
        parts.append(_listed(names))
    return "\n".join(parts)


def _listed(names: list[str]) -> str:
    return "\n".join(f"- {name}" for name in names or ["none"]) + "\n"


def _newest(one: Result) -> str:
    if one.newest is Newest.INSTALLED:
        return "It is installed on this machine; nobody was asked for a newer release."
    if one.newest is Newest.PINNED:
        return "The registry has no newer release."
    if one.newest is Newest.NOT_THERE:
        return f"The newest release could not be run: {one.why}."
    library = one.reproduction.library
    return f"The newest release is {library.newest or library.coordinates} {one.newest_version}."


def _section(one: Result) -> str:
    about = one.reproduction
    rows = [
        ("input", about.input),
        ("observed", _code(one.printed if one.ran else f"not run: {one.why}")),
        ("expected", _code(str(about.expected))),
        ("newest release", _there(one)),
        ("authority", about.authority),
        ("thread", about.thread if about.thread == NONE_KNOWN else f"<{about.thread}>"),
        ("states it here", ", ".join(about.entries)) if about.entries else ("a guard here", "; ".join(about.guards)),
    ]
    if one.ran and not one.as_stated:
        rows.insert(2, ("stated", _code(str(about.observed))))
    listed = "\n".join(f"- {name}: {text}" for name, text in rows)
    language = {".java": "java", ".py": "python", ".cc": "cpp"}[about.program.suffix]
    return f"### {about.name}\n\n{listed}\n\n```{language}\n{about.program.read_text()}```\n"


def _there(one: Result) -> str:
    if one.newest not in (Newest.SAME, Newest.MENDED, Newest.OTHER):
        return one.newest.value
    return f"{one.newest.value} in {one.newest_version}: {_code(one.newest_printed)}"


def _code(text: str) -> str:
    return "`` " + text.replace("\n", "⏎") + " ``"
