"""A reason is stated once: what entries share stands in fixtures/reasons/ under a name, and each name is used."""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from wirebed.bed import ROOT, yaml_tree
from wirebed.state import deviations
from wirebed.state.deviations import reasons

FIXTURES = ROOT / "fixtures"
NAMED = FIXTURES / "reasons"
NAMING = [FIXTURES / folder for folder in ("deviations", "laws", "evolution", "fuzz")]

ENTRY = """\
  - name: {name}
    cases: '*'
    outcome: rejected
    reason: {reason}
    authority: RFC 8259 section 6
    nature: by-design
"""


def stated(key: str, *folders: Path) -> dict[str, list[str]]:
    """What the YAML files of these folders say under this key -> the places, without regard to line breaks."""
    found = defaultdict(list)
    for path in (path for folder in folders for path in sorted(folder.glob("*.yaml"))):
        if f"{key}:" in (text := path.read_text()):
            for value in _values(key, yaml_tree.compose(text, path, pure=False)):
                found[" ".join(value.value.split())].append(f"{path.name}:{value.start_mark.line + 1}")
    return found


def _values(key: str, node: Node) -> Iterator[ScalarNode]:
    if isinstance(node, MappingNode):
        for name, value in node.value:
            if name.value == key and isinstance(value, ScalarNode):
                yield value
            else:
                yield from _values(key, value)
    elif isinstance(node, SequenceNode):
        for one in node.value:
            yield from _values(key, one)


def twice(*folders: Path) -> dict[str, list[str]]:
    """The reasons that stand in several places."""
    return {text: places for text, places in stated("reason", *folders).items() if len(places) > 1}


def dead(named: Path, *naming: Path) -> set[str]:
    """The named reasons that no entry and no expectation names."""
    return reasons.load(named).keys() - stated("why", *naming).keys()


def test_no_reason_is_stated_twice():
    assert not twice(*NAMING, NAMED)


def test_every_named_reason_is_named():
    assert not dead(NAMED, *NAMING)


def test_two_names_are_two_reasons():
    named = reasons.load(NAMED)
    texts = defaultdict(list)
    for name, reason in named.items():
        texts[" ".join(reason.reason.split())].append(name)
    assert not [names for names in texts.values() if len(names) > 1]


def test_a_mechanism_has_the_versions_and_the_speaker_of_its_entries(tmp_path):
    (tmp_path / "reasons").mkdir()
    said = "a: {reason: r, authority: x, nature: library-bug, differs-by: codec, by: cast, versions: {java: ==1}}\n"
    (tmp_path / "reasons" / "a.yaml").write_text(said)
    (tmp_path / "deviations").mkdir()
    head = "{{name: {}, cases: '*', why: a, outcome: {}}}"
    outcomes = ("differs, kind: dropped", "rejected", "differs, kind: dropped, by: library, versions: {java: ==2}")
    text = "\n".join(f"  - {head.format(f'n{number}', outcome)}" for number, outcome in enumerate(outcomes))
    (tmp_path / "deviations" / "e.yaml").write_text(f"suite: interop\nentries:\n{text}\n")
    found = [(one.bys[0][1], str(one.versions[0][1])) for one in deviations.load(tmp_path / "deviations")]
    assert found == [(("codec",), "==1"), (("cast",), "==1"), (("library",), "==2")]


def test_an_entry_with_the_name_of_a_reason_has_that_reason():
    named = reasons.load(NAMED)
    entries = [entry for entry in deviations.load(FIXTURES / "deviations") if entry.name in named]
    assert [(entry.name, entry.reason) for entry in entries] == [(one.name, named[one.name].reason) for one in entries]


@pytest.fixture
def planted(tmp_path: Path):
    """A folder of deviations with these reasons, and one with the named reason `lost`."""

    def plant(*texts: str) -> tuple[Path, Path]:
        entries, named = tmp_path / "deviations", tmp_path / "reasons"
        entries.mkdir()
        named.mkdir()
        (named / "all.yaml").write_text("lost: {reason: It is lost., authority: its source, nature: by-design}\n")
        items = [ENTRY.format(name=f"entry-{number}", reason=text) for number, text in enumerate(texts)]
        (entries / "all.yaml").write_text("suite: interop\nentries:\n" + "".join(items))
        return entries, named

    return plant


@pytest.mark.parametrize(
    ("texts", "places"),
    [
        (["It is cut.", "It is read."], []),
        (["It is cut.", "It is read.", "It is cut."], ["all.yaml:6", "all.yaml:18"]),
        (["It is cut.", ">-\n      It\n      is cut."], ["all.yaml:6", "all.yaml:12"]),
        (["It is lost."], ["all.yaml:6", "all.yaml:1"]),
    ],
)
def test_a_planted_duplicate_is_found(planted, texts, places):
    assert [place for found in twice(*planted(*texts)).values() for place in found] == places


def test_a_name_that_nothing_names_is_found(planted):
    entries, named = planted("It is cut.")
    assert dead(named, entries) == {"lost"}
    (entries / "more.yaml").write_text("suite: echo\nentries:\n  - {name: a, cases: a, outcome: lost, why: lost}\n")
    assert not dead(named, entries)
