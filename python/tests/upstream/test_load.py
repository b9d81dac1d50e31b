"""The files of fixtures/upstream: what is refused, each time with the file and the line."""

import textwrap
from pathlib import Path

import pytest

from wirebed.bed import ROOT
from wirebed.errors import UserError
from wirebed_upstream import mechanisms
from wirebed_upstream.load import SUFFIXES, libraries, load
from wirebed_upstream.reproduction import Library

FOLDER = ROOT / "fixtures/upstream"
NATURES = {"drops-a": "library-bug", "no-b": "format-limit"}
GOOD = """\
    libraries:
      pypi:some: {}
    reproductions:
      - name: one
        library: pypi:some
        entries: [drops-a]
        input: an a
        observed: b
        expected: {matches: ^a}
        authority: the specification
        thread: none known
    """


def write(folder: Path, old: str = "", new: str = "", program: str = "print('b')\n") -> Path:
    text = textwrap.dedent(GOOD)
    assert old in text
    (folder / "upstream.yaml").write_text(text.replace(old, new, 1) if old else text)
    (folder / "one.py").write_text(program)
    return folder


def test_a_reproduction_has_all_that_a_maintainer_wants_to_know(tmp_path):
    (one,) = load(write(tmp_path), NATURES)
    assert (one.name, one.program, one.library.coordinates) == ("one", tmp_path / "one.py", "pypi:some")
    assert one.observed.holds("b") and not one.observed.holds("bb")
    assert one.expected.holds("a and more")


@pytest.mark.parametrize(
    "old, new, line, says",
    [
        ("drops-a", "drops-b", 6, "no deviation and no reason"),
        ("drops-a", "no-b", 6, "is of nature format-limit, not library-bug"),
        ("name: one", "name: two", 4, "no two.py"),
        ("library: pypi:some", "library: pypi:other", 5, "does not stand under"),
        ("    thread: none known\n", "", 4, "has no `thread:`"),
        ("none known", "somewhere", 11, "a thread is an address"),
        ("{matches: ^a}", "{matches: (}", 9, "no regular expression"),
        ("pypi:some:", "npm:some:", 2, "begins with none of"),
        ("  input:", "  inputs:", 7, "unknown key inputs"),
        ("    entries: [drops-a]\n", "", 4, "either `entries:` or `guards:`"),
        ("entries: [drops-a]", "guards: []", 6, "at least one name"),
        ("entries: [drops-a]", "entries: [drops-a]\n    guards: [a list]", 4, "either `entries:` or `guards:`"),
        ("pypi:some: {}", "pypi:some: {left-out: drops-*}", 2, "is maintained: each of its bugs"),
    ],
)
def test_an_error_names_the_file_and_the_line(tmp_path, old, new, line, says):
    with pytest.raises(UserError, match=says) as raised:
        load(write(tmp_path, old, new), NATURES)
    assert (raised.value.path, raised.value.line) == (tmp_path / "upstream.yaml", line)


def test_a_reproduction_shows_what_a_guard_refuses(tmp_path):
    (one,) = load(write(tmp_path, "entries: [drops-a]", "guards: [a number of more than 9 digits]"), NATURES)
    assert (one.entries, one.guards) == ((), ("a number of more than 9 digits",))


def test_every_guard_is_one_of_a_codec():
    table = (ROOT / "proto/CODECS.md").read_text()
    known = {cells[3].strip() for line in table.splitlines() if (cells := line.split("|"))[2:3] == [" guard "]}
    shown = {name for one in load(FOLDER, mechanisms.natures(ROOT / "fixtures")) for name in one.guards}
    assert shown and shown <= known


def test_another_program_for_the_newest_release_stands_beside_the_first(tmp_path):
    (write(tmp_path) / "one.newest.py").touch()
    (one,) = load(tmp_path, NATURES)
    assert (one.program.name, one.newest.name) == ("one.py", "one.newest.py")


def more(folder: Path, text: str) -> Path:
    (folder / "two.py").touch()
    path = folder / "more.yaml"
    path.write_text(textwrap.dedent(text))
    return path


def test_another_file_has_reproductions_of_the_same_libraries(tmp_path):
    item = textwrap.dedent(GOOD).partition("reproductions:")[2].replace("name: one", "name: two")
    path = more(write(tmp_path), "reproductions:" + item)
    assert [one.name for one in load(tmp_path, NATURES)] == ["one", "two"]
    path.write_text(path.read_text().replace("name: two", "name: one"))
    with pytest.raises(UserError, match="the name of another reproduction") as raised:
        load(tmp_path, NATURES)
    assert raised.value.path == path


def test_another_file_has_no_libraries(tmp_path):
    path = more(write(tmp_path), GOOD)
    with pytest.raises(UserError, match="unknown key libraries") as raised:
        load(tmp_path, NATURES)
    assert (raised.value.path, raised.value.line) == (path, 1)


def test_a_bug_of_a_maintained_library_without_a_reproduction_is_missing():
    kept = Library("pypi", "kept")
    old = Library("pypi", "old", unmaintained="no release since 2010", left_out="old-*")
    names = {"old-a": "library-bug", "old-b": "library-bug", "new-c": "library-bug", "new-d": "by-design"}
    found = mechanisms.without(names, {"old-a"}, [kept, old])
    assert (found.missing, found.left_out) == (["new-c"], {old: ["old-b"]})
    assert not mechanisms.without(names, {"old-a", "new-c"}, [kept, old]).missing


def test_every_bug_of_a_maintained_library_has_a_reproduction():
    natures = mechanisms.natures(ROOT / "fixtures")
    stated = {name for one in load(FOLDER, natures) for name in one.entries}
    found = mechanisms.without(natures, stated, libraries(FOLDER))
    assert not found.missing
    assert all(found.left_out.values()), "a library whose `left-out:` is about nothing"


def test_every_program_has_an_item():
    found = load(FOLDER, mechanisms.natures(ROOT / "fixtures"))
    stated = {program for one in found for program in (one.program, one.newest)}
    assert stated == {path for path in FOLDER.iterdir() if path.suffix in SUFFIXES.values()}


def test_every_program_of_this_repository_is_short_and_knows_nothing_of_it():
    found = load(FOLDER, mechanisms.natures(ROOT / "fixtures"))
    assert len([one for one in found if not one.library.unmaintained]) >= 25
    for one in found:
        for text in {one.program.read_text(), one.newest.read_text()}:
            assert len(text.splitlines()) <= 25
            assert "wirebed" not in text.lower() and "interop" not in text.lower()
