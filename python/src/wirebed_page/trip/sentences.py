"""A sentence for each finding, made of the data alone: what is read instead of what, in which format, between whom.

`double -0.0 is read as 0.0 in hessian2, from every writer to java/caucho.`
"""

from collections.abc import Iterable, Sequence

from wirebed.bed.codec_id import library_of
from wirebed.bed.glob import any_matches
from wirebed.peers.codecs import MESSAGE
from wirebed.report.cell import Difference, Line
from wirebed.report.phrases import happened
from wirebed.state.deviations import Entry
from wirebed.view.outcome import OUTCOMES, Outcome, word
from wirebed_page.trip.findings import Finding
from wirebed_page.trip.languages import Languages, Words, joined
from wirebed_page.trip.quoted import pair, quoted


def sentence(finding: Finding, format: str, entry: Entry | None, words: Words, languages: Languages) -> str:
    """The sentence, whose values are marked as `quoted` says."""
    lines = finding.lines
    # What a writer refuses reaches no reader.
    refused = all(line.outcome == Outcome.REFUSED for line in lines) and not finding.objects
    ways = {(writer,) if refused else (writer, reader) for writer, reader in finding.pairs}
    cells = {(line.case, line.writer, "" if refused else reader) for line, reader in finding.cells}
    way = f"by {words.writers(finding.pairs)}" if refused else words.way(finding.pairs)
    each = "" if len(cells) == len(finding.cases) * len(ways) else ", not each with each case"
    what = f"{_held(finding, entry, languages)}, which shows" if finding.objects else _happened(lines, entry)
    return f"{what} in {format}, {way}{each}."


def _held(finding: Finding, entry: Entry | None, languages: Languages) -> str:
    """The words for what the objects of the languages do to the value without any bytes."""
    lines = finding.objects
    objects = _objects(lines, languages)
    differences = of_entry(_differing(lines), entry)
    if not differences:
        return f"{_cases(lines)} {_are(lines)} not held by {objects}"
    return f"{read_as(shortest(differences), _example(differences), 'held')} by {objects}"


def _objects(lines: Iterable[Line], languages: Languages) -> str:
    """`plain objects of C++ and Java`."""
    of: dict[str, set[str]] = {}
    for line in lines:
        of.setdefault(library_of(line.writer), set()).add(languages.of(line.writer))
    return joined(
        f"{'protobuf messages' if model == MESSAGE else f'{model} objects'} of {joined(sorted(of[model]))}"
        for model in sorted(of)
    )


def _happened(lines: Sequence[Line], entry: Entry | None) -> str:
    differing = _differing(lines)
    if not differing:
        return _failed(lines)
    if all(line.reject for line in differing):
        return f"bytes that are to be rejected are read ({_cases(differing).rstrip(',')})"
    differences = of_entry(differing, entry)
    if not differences:
        return f"{_cases(differing)} {_are(differing)} read otherwise"
    return read_as(shortest(differences), _example(differences))


def _differing(lines: Iterable[Line]) -> list[Line]:
    return [line for line in lines if line.outcome == Outcome.DIFFERS]


def _example(differences: Iterable[Difference]) -> str:
    return "" if len({(diff.expected, diff.actual) for diff in differences}) == 1 else ", for example,"


def read_as(difference: Difference, example: str = "", verb: str = "read") -> str:
    """`uint64 18446744073709551615 is read as -1`, in quotes for values."""
    expected, actual = pair(difference.expected, difference.actual)
    path = difference.path
    place = f" ({quoted(path)})" if "." in path else ""
    if difference.kind == "identity-lost":
        return f"a shared object{example} is {verb} as another one ({quoted(path)} was {difference.expected})"
    if difference.expected == difference.actual:
        # Of lists and maps the text says how many are in them alone.
        return f"{difference.type} {quoted(expected)}{place}{example} is {verb} otherwise"
    return f"{difference.type} {quoted(expected)}{place}{example} is {verb} as {quoted(actual)}"


def of_entry(lines: Sequence[Line], entry: Entry | None) -> list[Difference]:
    """The differences that an entry states. A line of several entries does not say which states which, so those of
    the kind and the path of the entry count, and only where no line has this entry alone."""
    alone = [line for line in lines if len(line.entries) <= 1]
    if alone or entry is None or entry.kind is None:
        return [difference for line in alone for difference in line.differences]
    return [
        difference
        for line in lines
        for difference in line.differences
        if difference.kind == word(entry.kind) and (not entry.path or any_matches(difference.path, entry.path))
    ]


def shortest(differences: Iterable[Difference]) -> Difference:
    """The difference that is told: one that its texts show, and of these the one with the shortest texts."""
    return min(
        differences,
        key=lambda difference: (
            difference.expected == difference.actual,
            len(difference.expected) + len(difference.actual),
            difference.path,
            difference.type,
        ),
    )


def _failed(lines: Sequence[Line]) -> str:
    """`38 cases, such as Choice/float, are rejected at parse (typed, by the library)`."""
    words = list(dict.fromkeys(map(_ended, lines)))
    if len(words) > 1:
        words = list(dict.fromkeys(OUTCOMES[line.outcome].ends for line in lines))
    return f"{_cases(lines)} {_are(lines)} {joined(words)}"


def _ended(line: Line) -> str:
    """With all that is known of how, where the outcome itself says what became of the case."""
    ends = OUTCOMES[line.outcome].ends
    return happened(line) if ends == line.outcome else ends


def _cases(lines: Iterable[Line]) -> str:
    sizes = {line.case: line.size or 0 for line in lines}
    first = min(sizes, key=lambda name: (sizes[name], name))
    return quoted(first) if len(sizes) == 1 else f"{len(sizes):,} cases, such as {quoted(first)},"


def _are(lines: Iterable[Line]) -> str:
    return "is" if len({line.case for line in lines}) == 1 else "are"
