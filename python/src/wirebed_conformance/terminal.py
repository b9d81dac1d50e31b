"""What a run has found, on the terminal and in the document of `--json`."""

import shlex
from collections import Counter
from collections.abc import Collection, Sequence

from wirebed.bed import PROGRAM, document
from wirebed.bed.codec_id import base_of, format_of, short
from wirebed.report import blocks
from wirebed_build.languages import generations
from wirebed_conformance.hold import OfCodec, Other
from wirebed_conformance.outcomes import FAILED, PASSED, READ, SKIPPED
from wirebed_conformance.tests import CATEGORIES, category_of

_WIDTH = 160
_MOST = 20  # findings that are shown on the terminal
_SHORT = 300  # characters of the words of the suite


def show(found: Sequence[OfCodec]) -> None:
    """A table for each suite and format: how many tests of each category a codec passes, and how many it does not."""
    console = blocks.console(_WIDTH)
    for suite, format in dict.fromkeys((of.suite, format_of(of.codec)) for of in found):
        of_format = [of for of in found if (of.suite, format_of(of.codec)) == (suite, format)]
        used = [
            name for name in CATEGORIES if any(name == category_of(test) for of in of_format for test in of.outcomes)
        ]
        rows = [[short(of.codec), *(_cell(of, category) for category in used)] for of in of_format]
        for table in blocks.grid([f"{suite}: {format}", *used], rows, _WIDTH):
            console.print(table)
    for of in found:
        print(_sources(of))


def _cell(of: OfCodec, category: str) -> str:
    counted = Counter(outcome for test, outcome in of.outcomes.items() if category_of(test) == category)
    more = [f"{counted[outcome]:,} {outcome}" for outcome in (FAILED, SKIPPED, READ) if counted[outcome]]
    return ", ".join([f"{counted[PASSED]:,}", *more]) if counted else ""


def _sources(of: OfCodec) -> str:
    """`protobuf protojson java/protobuf-java-util: 38 failed: 38 in the suite's list`."""
    known, own = set(of.listed), {test for test in of.listed if test in of.outcomes}
    in_list, unexplained = len(known & set(of.failed)), len(of.unexplained)
    by_entries = len(of.failed) - in_list - unexplained
    counts = [f"{in_list} in the suite's list"] if known else []
    counts += [f"{by_entries} by entries"] if by_entries else []
    counts += [f"{unexplained} in neither"] if unexplained else []
    more = f"; the list has {len(own) - in_list} that pass" if len(own) > in_list else ""
    how = f": {', '.join(counts)}" if of.failed and counts else ""
    return f"{_head(of)}: {len(of.failed)} failed{how}{more}"


def _head(of: OfCodec | Other) -> str:
    return f"{of.suite} {format_of(of.codec)} {short(of.codec)}"


def show_others(others: Sequence[Other], found: Sequence[OfCodec], before: str) -> None:
    """The tests whose outcome is another one. `before`: what was, such as `pinned`."""
    words = {(of.suite, of.codec, test): said for of in found for test, said in of.words.items()}
    texts = []
    for other in others:
        was, now = (_word(outcome, other) for outcome in (other.before, other.now))
        head = f"{_head(other)} {other.test}: {before} {was}, now {now}"
        said = words.get((other.suite, other.codec, other.test), "")[:_SHORT]
        texts.append(("test", "\n    ".join(filter(None, [head, said])), repeat(other.suite, other.codec, other.test)))
    _tell(texts)


def _word(outcome: str, other: Other) -> str:
    """Of a test that may be passed in two ways, which one it was."""
    return "refused" if outcome == PASSED and READ in (other.before, other.now) else outcome


def show_unexplained(found: Sequence[OfCodec]) -> None:
    """The tests that fail, and of which nobody has said why, with a draft of the entry."""
    texts = []
    for of in found:
        for test in of.unexplained:
            draft = f'- codecs: ["{of.codec}"]\n      tests: ["{test}"]\n      reason: …\n      authority: …'
            head = f"{_head(of)} {test}: neither the suite's list nor an entry has it"
            texts.append(
                (
                    "entry",
                    f"{head}\n    {of.words.get(test, '')[:_SHORT]}\n    {draft}",
                    repeat(of.suite, of.codec, test),
                )
            )
    _tell(texts)


def show_stale(lines: Collection[str]) -> None:
    _tell([("entry", line, "") for line in lines])


def repeat(suite: str, codec: str, test: str) -> str:
    """The command that runs one test, in all versions of the codec that take part."""
    words = [
        f"SUITE={suite}",
        f"FORMAT={format_of(codec)}",
        f"READER={short(base_of(codec))}",
        f"CASE={shlex.quote(test)}",
    ]
    return " ".join([PROGRAM, "conformance", *words, *generations.variables()])


def _tell(texts: Sequence[tuple[str, str, str]]) -> None:
    """Each a kind, a text, and the command that repeats it."""
    for number, (kind, text, command) in enumerate(texts):
        document.find(kind, text, repeat=command)
        if number < _MOST:
            print("\n    ".join(filter(None, [f"✗ {text}", command])))
    if len(texts) > _MOST:
        print(f"… and {len(texts) - _MOST:,} more")
