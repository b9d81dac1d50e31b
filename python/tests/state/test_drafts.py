"""Drafts of entries: what a run prints is a whole file that the loader takes, and that makes the same run green."""

import random
import re

import pytest
from fake_runs import case_of
from google.protobuf import message_factory

from wirebed.bed import ROOT
from wirebed.report import phrases
from wirebed.report.load import repeat
from wirebed.run import ByteSource
from wirebed.state.deviations import load, yaml_text
from wirebed.state.deviations.drafts import cause, signature
from wirebed.state.deviations.products import products, within
from wirebed.view import of_message

MARKS = ("ALPHA", "BETA", "GAMMA")
CODECS = ("json/fake", "protobuf/fake", "none/plain", "none/message")
# What names of cases may have in them, and YAML and globs do not take as it is.
NAMES = ("plain", "two words", "a*b", "[x]", "it's", 'say "no"', "null", "1.5", "-", "#no", "é", "\x7f", "a: b", "a?")
FAULTS = ("reject", "reject-too", "refuse", "unsupported")


def filled(draft: str) -> str:
    """With the reasons that whoever pastes it has to give."""
    return draft.replace("    reason:\n", "    reason: r\n").replace("    authority:\n", "    authority: a\n")


def beset(fake_runs, seed: int) -> dict[str, list[str]]:
    """Random cases, and what each peer does wrong in some of them."""
    chance = random.Random(seed)
    M = message_factory.GetMessageClass(fake_runs.schema.message("t.M"))
    fake_runs.cases = []
    for name in sorted(chance.sample(NAMES, 6)):
        value = M(name=chance.choice((*MARKS, "swapme")), number=chance.choice((0.0, -0.0, 1.5)))
        if chance.random() < 0.5:
            value.map[chance.choice(MARKS)] = 1
        fake_runs.cases.append(case_of(f"M/{name}", of_message(value)))
    faults = {}
    for peer in ("one", "two"):
        kinds = chance.sample(FAULTS, 2)
        faults[peer] = [f"{kind}:{chance.choice(MARKS if chance.random() < 0.7 else CODECS)}" for kind in kinds]
        faults[peer] += chance.sample(["swap:json/fake", "drop-sign", "drop-sign-in:protobuf/fake", "constant"], 1)
    return faults


@pytest.mark.parametrize("seed", range(12))
def test_a_draft_is_whole_and_makes_the_run_green(fake_runs, seed):
    faults = beset(fake_runs, seed)
    code, report = fake_runs.run(**faults)
    draft = report.footer.unstated
    assert (code == 0) == (draft == "")
    path = fake_runs.folder / "fixtures" / "deviations" / "draft.yaml"
    path.write_text(filled(draft))
    load(path.parent)
    code, report = fake_runs.run(**faults)
    assert [(cell.case, cell.problems) for cell in report.unexpected] == []
    assert (code, report.footer.stale, report.footer.unstated) == (0, (), "")


PARTLY = """
  - {name: name-is-known, reader: two/fake, format: json, cases: '*', path: name, outcome: differs,
     kind: reinterpreted, reason: r, authority: a, nature: library-bug}
"""


def test_a_stated_difference_is_not_drafted_again(fake_runs):
    """The name and a key of the map are reinterpreted; an entry states the name."""
    M = message_factory.GetMessageClass(fake_runs.schema.message("t.M"))
    fake_runs.cases = [case_of("M/both", of_message(M(name="swapme", map={"swapme": 1})))]
    fake_runs.entries(PARTLY)
    how = {"two": ["swap:json/fake"], "format": "json", "writer": "one/*"}
    _, report = fake_runs.run(**how)
    assert "path: [map]" in report.footer.unstated and "cases: [M/both]" in report.footer.unstated
    path = fake_runs.folder / "fixtures" / "deviations" / "draft.yaml"
    path.write_text(filled(report.footer.unstated))
    code, report = fake_runs.run(**how)
    assert (code, report.unexpected) == (0, [])


def test_a_draft_says_what_is_read(fake_runs):
    _, report = fake_runs.run(two=["swap:json/fake"], format="json", writer="one/*", reader="two/*", case="M/swap")
    assert "    kind: reinterpreted\n    reads: 'mepaws'\n" in report.footer.unstated


def test_two_errors_are_two_entries(fake_runs):
    _, report = fake_runs.run(two=["reject:GUILTY", "reject-too:MAPPED"], format="none", reader="two/plain")
    draft = report.footer.unstated
    assert re.findall(r"cases: \[(.*)\]", draft) == ["M/big", "M/map"]
    assert "# message: no such thing @…" in draft and "# message: Other: \\x00\\x07\\ufffe - {a" in draft


def test_names_are_unique(fake_runs):
    """The same codec, outcome and first case, in other words; and an entry that has the name already."""
    fake_runs.entries(PARTLY.replace("name-is-known", "two-plain-none-rejected-m-big").replace("'*'", "no/case"))
    _, report = fake_runs.run(two=["reject:GUILTY"], format="none", reader="two/plain")
    assert "- name: two-plain-none-rejected-m-big-2\n" in report.footer.unstated


def test_a_difference_of_some_bytes_of_a_case_is_not_drafted(fake_runs):
    """A golden of `two` is rejected, while what `two` writes today is read: an entry has no word for that."""
    case = next(case for case in fake_runs.cases if case.name == "M/plain")
    bad = ByteSource("old.bin", "json", "t.M", b"J?", case=case, writer="two:json/fake", expect=case.view)
    code, report = fake_runs.run(sources=[bad], format="json", case="M/plain")
    assert code == 1 and "entries:" not in report.footer.unstated
    assert report.footer.unstated.startswith("# No entry can state this")
    assert "M/plain json two/fake > one/fake: " in report.footer.unstated


def test_a_long_draft_is_in_its_file(fake_runs):
    _, report = fake_runs.run(two=["constant"], one=["swap:json/fake", "reject:MAPPED", "reject-too:GUILTY"])
    lines = report.footer.unstated.splitlines()
    shown = phrases.unstated(report).splitlines()
    assert len(lines) > len(shown) and len(shown) <= 61
    assert shown[:-1] == lines[: len(shown) - 1] and lines[len(shown) - 1].startswith("  - name: ")
    assert re.fullmatch(rf"# {len(lines) - len(shown) + 1} more lines: \S+/interop.draft.yaml", shown[-1])


def test_a_language_that_cannot_compile_the_tree(fake_runs):
    """Its peer has no version; the draft says none, and pins the one cell that stands for it."""
    unsupported = fake_runs.folder / "tree" / "two" / "unsupported"
    unsupported.parent.mkdir()
    unsupported.write_text("-- Found: a compiler\nm.proto:1:1: warning: old\nm.proto:2:1: no editions here\n")
    code, report = fake_runs.run()
    draft = report.footer.unstated
    assert code == 3 and "versions:" not in draft and "# message: m.proto:2:1: no editions here" in draft
    assert phrases.absent(report) == ["two takes no part: m.proto:2:1: no editions here"]
    assert repeat(report, report.unexpected[0]) == "make interop"
    (fake_runs.folder / "fixtures" / "deviations" / "draft.yaml").write_text(filled(draft))
    code, report = fake_runs.run()
    assert (code, report.unexpected, report.footer.missing) == (0, [], ())


def test_entries_about_trees_are_for_other_beds():
    """No full run of its own can show them, so none finds them stale."""
    entries = {entry.name: entry for entry in load(ROOT / "fixtures" / "deviations")}
    assert entries["cpp-cannot-compile-the-schemas"].of_foreign_trees
    assert entries["cpp-cannot-compile-the-schemas-of-evolution"].of_foreign_trees
    assert not entries["legacy-left-out"].of_foreign_trees


def test_products_hold_exactly_their_cells():
    chance = random.Random(1)
    for _ in range(50):
        cells = {
            (chance.randrange(4), chance.randrange(3), chance.randrange(2)) for _ in range(chance.randrange(1, 20))
        }
        found = products(cells)
        everything = [(a, b, c) for a in range(4) for b in range(3) for c in range(2)]
        for cell in everything:
            assert sum(within(cell, product) for product in found) == (cell in cells)


@pytest.mark.parametrize("text", [*NAMES, "\u2028", "\ud7ff", "\U0001f600", "yes", "0x1f", "~", "\\", "\t"])
def test_a_scalar_is_read_back(text):
    from ruamel.yaml import YAML

    (node,) = YAML(typ="safe").compose(f"[{yaml_text.scalar(text)}]").value
    assert node.value == text


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("java.lang.X: at line 3", "java.lang.X: at line 17", True),
        ("java.lang.X: at line 3", "java.lang.Y: at line 3", False),
        ('no field "a" here', 'no field "b c" here', True),
        ("E: a.B.c: java.lang.Float is null", "E: a.B.d: java.lang.Double is null", True),
        ("E: too deep", "E: too long", False),
        ("", "E: too long", False),
    ],
)
def test_the_signatures_of_errors(one, other, same):
    assert (signature(one) == signature(other)) == same


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("E: In field a: In field b: value too large at M.a.b..", "E: In field c: value too large at M.c.", True),
        ("E: In field a: value too large", "F: In field a: value too large", False),
        ("E: In field a: value too large", "E: In field a: value too small", False),
        ("E: no such enum: 3", "E: no such date: 3", False),
    ],
)
def test_the_causes_of_errors(one, other, same):
    assert (cause(one) == cause(other)) == same
