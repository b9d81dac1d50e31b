"""The history of a library: which versions are asked, what is one answer, and between which versions it changes."""

import json
import os
import random
import subprocess

import pytest
from long_tests import long
from packaging.version import Version

from wirebed.bed import ROOT
from wirebed.errors import UserError
from wirebed.report.cell import Line
from wirebed.report.footer import Footer
from wirebed.report.header import Header
from wirebed.report.load import Report
from wirebed.view.outcome import Outcome
from wirebed_upgrade import sides, signature
from wirebed_upstream import history, order, releases
from wirebed_upstream.history import SWEPT, Boundary, Gap
from wirebed_upstream.registry import Listed, NotThere


@pytest.mark.parametrize(
    "versions",
    [
        "1.0-alpha1 1.0-beta 1.0-m2 1.0-rc1 1.0-SNAPSHOT 1.0 1.0-sp 1.0-x 1.0-1 1.0.1",
        "2.9.9 2.9.10 2.9.10.1 2.9.10.8 2.10.0 2.10.0.pr1 2.13.4 2.13.4.1 2.13.4.2 2.13.5",
        "3.0.0-beta-4 3.0.0 4.0-RC 4.0.0-RC1 4.0.0-rc-2 4.0.0 4.0.1",
        "1.0.0.Alpha1 1.0.0.Beta1 1.0.0.CR1 1.0.0.Final 1.0.1.Final",
    ],
)
def test_versions_of_maven_are_in_its_order(versions):
    ordered = versions.split()
    shuffled = random.Random(1).sample(ordered, len(ordered))
    assert sorted(shuffled, key=order.key) == ordered


def test_versions_of_maven_that_are_the_same():
    assert len({order.key(text) for text in ("1", "1.0", "1.0.0", "1.0.Final", "1-ga")}) == 1
    assert order.key("1.0-alpha1") == order.key("1-a1") and order.key("1.0-cr1") == order.key("1-rc1")


def test_what_is_no_release_of_maven():
    out = "1.0-alpha 1.0b2 1.0-M1 4.0-RC 2.0-CR1 2.10.0.pr1 1.0-SNAPSHOT 2.3.0-b170127.1453 1.0-EA1 x".split()
    assert not [text for text in out if order.is_release(text)]
    kept = "1.0 2.13.4.1 31.1-jre 3.2.1.Final 1.0-1 r09".split()
    assert [text for text in kept if order.is_release(text)] == kept[:-1]


class Fake:
    """A registry of these releases."""

    def __init__(self, *versions):
        self.versions = versions

    def listed(self, library):
        return Listed(self.versions, {"1.1rc1": "pre-release", "1.1.1": "yanked", "2.0rc1": "pre-release"})

    def key(self, version):
        return Version(version)

    def released(self, library, version):
        if version == "1.0":
            raise NotThere("no wheel")
        return "2025-04-29"


@pytest.fixture
def registry(monkeypatch):
    monkeypatch.setattr(releases, "PyPI", lambda: Fake("1.0", "1.1", "1.2", "2.0"))


def test_releases_are_bounded_by_versions_that_need_not_exist(registry):
    known = releases.of_name("some", "1.0.5", "1.9")
    assert (known.versions, known.left_out) == (("1.1", "1.2"), {"pre-release": 1, "yanked": 1})
    assert releases.of_name("some", None, None).versions == ("1.0", "1.1", "1.2", "2.0")


def test_bounds_that_hold_nothing_or_are_no_versions(registry):
    with pytest.raises(UserError, match="FROM=1.3 and TO=1.9: there is no such release of some; known: 1.0 to 2.0"):
        releases.of_name("some", "1.3", "1.9")
    with pytest.raises(UserError, match="TO=newest is no version"):
        releases.of_name("some", None, "newest")


def test_a_release_for_another_runtime_is_an_answer(registry):
    known = releases.of_name("some", None, None)
    assert known.day("1.1") == "2025-04-29" and known.day("1.0") == Gap("not released for this runtime", "no wheel")


def test_lines_are_of_two_numbers():
    assert history.lines(["4.28.0", "4.28.1", "4.28.1.1", "4.29", "5", "r09"]) == {
        "4.28": ["4.28.0", "4.28.1", "4.28.1.1"], "4.29": ["4.29"], "5": ["5"], "09": ["r09"],
    }  # fmt: skip


def answers(text: str):
    """`a` answers 0 to cell 0; `.` does not load; `_` was not asked."""
    planted = {".": Gap("does not load")}
    return {f"1.{n}": planted.get(char, {0: ord(char)}) for n, char in enumerate(text) if char != "_"}


def seen(of_line: dict[str, str]):
    """Line -> a letter for each of its versions: all versions, and their planted answers."""
    planted = {}
    for line, text in of_line.items():
        for number, char in enumerate(text):
            planted[f"{line}.{number}"] = Gap("does not load") if char == "." else {0: ord(char)}
    return list(planted), planted


def asked_of(versions, planted):
    """What a bisect asks, round by round, until it knows."""
    known, rounds = {}, 0
    while wanted := history.wanted(versions, known):
        assert not {*wanted} & known.keys() and len({*wanted}) == len(wanted)
        known |= {version: planted[version] for version in wanted}
        rounds += 1
    return known, rounds


def shown(versions, known):
    runs = history.runs(versions, history.lettered(versions, known))
    return runs, history.boundaries(runs)


# Five histories of real shapes. Of each: its lines, its letters, and the boundaries.
HISTORIES = {
    "comes and goes": ({"3.10": "aabaa"}, "ABA", ["3.10.1 3.10.2", "3.10.2 3.10.3"]),
    "back-ported": (
        {"4.27": "aaab", "4.28": "aab", "4.29": "bb"}, "ABABB", ["4.27.2 4.27.3", "4.27.3 4.28.0", "4.28.1 4.28.2"],
    ),
    "three answers": (
        {"1.0": "abc", "1.1": "ab"}, "ABCAB", ["1.0.0 1.0.1", "1.0.1 1.0.2", "1.0.2 1.1.0", "1.1.0 1.1.1"],
    ),
    "a gap in between": ({"2.0": "a..b", "2.1": ".a"}, "A-B-A", ["2.0.0 2.0.3", "2.0.3 2.1.1"]),
    "kept, dropped, kept": (
        {"5": "a", "6.0": "bb", "6.1": "a", "7.0": "cc"}, "ABAC", ["5.0 6.0.0", "6.0.1 6.1.0", "6.1.0 7.0.0"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", HISTORIES)
def test_a_history_that_is_not_monotone(name):
    of_line, letters, boundaries = HISTORIES[name]
    versions, planted = seen(of_line)
    known, rounds = asked_of(versions, planted)
    assert known == planted and rounds == 1  # few versions are all asked
    runs, found = shown(versions, known)
    assert "".join(run.letter or "-" for run in runs) == letters
    assert [f"{each.before} {each.after}" for each in found] == boundaries
    assert "not monotone, since an answer comes back" in history.sentence(runs)


def many(*texts: str) -> dict[str, str]:
    """Lines of 20 versions each."""
    return {f"1.{number}": text.ljust(20, text[-1]) for number, text in enumerate(texts)}


@pytest.mark.parametrize(
    "texts, boundaries, most",
    [
        (("a", "a", "a"), [], 6),
        (("aaaaaaaaaaaaaab", "b", "b"), ["1.0.13 1.0.14"], 12),
        (("aaaaaaaaaaaaaaab", "aaaaab", "b"), ["1.0.14 1.0.15", "1.0.19 1.1.0", "1.1.4 1.1.5"], 18),
        (("..........a", "aaaaaaaaa.........b", "b"), ["1.1.8 1.1.18"], 24),
        (("aaab", "a", "aaaaaaaaaaaaaaaaaab"), ["1.0.2 1.0.3", "1.0.19 1.1.0", "1.2.17 1.2.18"], 18),
        (("aaaaabbbbbbbbbbbc", "c", "c"), ["1.0.4 1.0.5", "1.0.15 1.0.16"], 20),
    ],
)
def test_of_many_versions_few_are_asked(texts, boundaries, most):
    versions, planted = seen(many(*texts))
    assert len(versions) > SWEPT
    known, _ = asked_of(versions, planted)
    assert len(known) <= most
    assert [f"{each.before} {each.after}" for each in shown(versions, known)[1]] == boundaries


def test_what_was_not_asked_is_counted_between_answers_that_are_the_same():
    versions, planted = seen(many("a", "b", "b"))
    runs, _ = shown(versions, asked_of(versions, planted)[0])
    assert [(run.versions, run.between) for run in runs] == [((f"1.{n}.0", f"1.{n}.19"), 18) for n in range(3)]


def test_a_change_inside_of_a_line_that_ends_as_it_begins_is_not_looked_for():
    versions, planted = seen(many("aab" + "a" * 17, "a", "a"))
    runs, found = shown(versions, asked_of(versions, planted)[0])
    assert found == [] and history.sentence(runs).endswith("6 versions that answer: nothing changed between these.")


def test_cells_that_a_version_lacks_are_no_difference():
    known = {"1.0": {0: 1}, "1.1": {0: 1, 1: 1}, "1.2": {1: 1}, "1.3": {1: 2}, "1.4": {0: 1}}
    assert [*history.lettered(list(known), known).values()] == ["A", "A", "A", "B", "A"]


def test_letters_go_on_after_z():
    known = {f"1.{number}": {0: number} for number in range(54)}
    assert [*history.lettered(list(known), known).values()][24:28] == ["Y", "Z", "AA", "AB"]
    assert history.lettered(list(known), known)["1.53"] == "BB"


def test_a_boundary_names_what_has_no_answer_between():
    known = answers("a..b")
    assert shown(list(known), known)[1] == [Boundary("1.0", "1.3", ("1.1", "1.2"))]


@pytest.mark.parametrize(
    "text, says",
    [
        ("aaa", "1 interval in 3 versions that answer: nothing changed."),
        ("a", "1 interval in 1 version that answers: nothing changed."),
        ("aabb", "2 intervals in 4 versions that answer: the history is monotone, no answer comes back."),
        (
            "ab.a",
            "3 intervals in 3 versions that answer: the history is not monotone, since an answer comes back: A with "
            "1.3.",
        ),
        ("..", "No version has an answer."),
    ],
)  # fmt: skip
def test_the_sentence(text, says):
    known = answers(text)
    assert history.sentence(shown(list(known), known)[0]) == says


V1, V2 = "java~gson-1", "java~gson-2"


def line(writer, *readers, bytes="b", outcome=Outcome.EQUAL, **more):
    more = {"case": "Numbers/one", "value": "v", **more}
    return Line(format="json", writer=writer, readers=readers, bytes=bytes, outcome=outcome, **more)


def of(*lines, peer=V1, unstable=(), values=None):
    report = Report(Header(), list(lines), Footer())
    return signature.of(report, frozenset({peer}), frozenset(unstable), values or {}).signature


def test_a_signature_is_the_same_whatever_runs_beside_the_version():
    own = [line("cpp:json/x", f"{V1}:json/gson"), line(f"{V1}:json/gson", "cpp:json/x", f"{V1}:json/gson", bytes="c")]
    other = [line(f"{V2}:json/gson", f"{V1}:json/gson", "cpp:json/x", bytes="d"), line("cpp:json/x", f"{V2}:json/gson")]
    assert len(of(*own)) == 2 and of(*own) == of(*own, *other)


def test_two_versions_that_answer_alike_have_one_signature():
    def lines(peer, **more):
        codec = f"{peer}:json/gson"
        return [line("cpp:json/x", codec, **more), line(codec, "cpp:json/x", bytes="c")]

    assert of(*lines(V1)) == of(*lines(V2), peer=V2)
    assert of(*lines(V1)) != of(*lines(V2, outcome=Outcome.DIFFERS, read="w"), peer=V2)
    rejected = {"outcome": Outcome.REJECTED, "stage": "parse", "manner": "typed"}
    assert of(*lines(V1, **rejected, reason="no")) == of(*lines(V2, **rejected, reason="never"), peer=V2)
    assert of(*lines(V1, **rejected)) != of(*lines(V2, **{**rejected, "stage": "use"}), peer=V2)


def test_other_bytes_are_another_signature_but_not_in_an_order_that_is_by_chance():
    before, now = (of(line(f"{V1}:json/gson", "cpp:json/x", bytes=name)) for name in "cd")
    assert before != now
    values = {"c": b"ab", "d": b"ba"}
    by_chance = [
        of(line(f"{V1}:json/gson", "cpp:json/x", bytes=name), unstable=["java:json/gson"], values=values)
        for name in "cd"
    ]
    assert by_chance[0] == by_chance[1]


def test_what_does_not_load_is_no_answer_and_says_why():
    lacking = {"outcome": Outcome.UNSUPPORTED, "reason": "NoSuchMethodError:\n  x"}
    lines = [
        line(f"{V1}:json/gson", "cpp:json/x", bytes="", **lacking),
        line("cpp:json/x", f"{V1}:json/gson", **lacking),
    ]
    assert of(*lines) == Gap("does not load", "NoSuchMethodError: x")


@long("builds three generations")
def test_orjson_wrote_a_control_character_wrongly_in_one_version(tmp_path):
    words = ["--set=orjson", "--from=3.10.16", "--to=3.10.18", "--case=Text/controls", "--format=json", "--json"]
    clean = {key: value for key, value in os.environ.items() if not key.startswith("WIREBED_") or "CACHE" in key}
    clean["WIREBED_REPORTS"] = str(tmp_path)
    done = subprocess.run([ROOT / "python/wirebed", "bisect", *words], env=clean, capture_output=True, text=True)
    assert done.returncode == 1, done.stderr
    said = json.loads(done.stdout)
    assert said["counts"] == {"boundaries": 2, "intervals": 3, "versions": 3}
    changed = [finding["text"] for finding in said["findings"] if finding["kind"] == "boundary"]
    assert [text.partition(" (")[0] for text in changed] == ["3.10.16 → 3.10.17", "3.10.17 → 3.10.18"]
    assert all(r"<\u000b>" in text and r"<\u>" in text for text in changed)


@pytest.mark.parametrize("library", ["jdk", "machine", "libprotobuf"])
def test_a_library_that_no_registry_lists_is_no_question(library):
    with pytest.raises(UserError, match=f"SET={library}: no registry lists its versions; make upgrade SET='{library}="):
        sides.check_listed(library)
    sides.check_listed("orjson")
