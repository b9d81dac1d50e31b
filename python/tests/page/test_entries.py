"""What the page says of entries."""

from made_up import rows, sent

from wirebed.bed import ROOT
from wirebed.state.deviations import load
from wirebed_page import entries

ENTRY = """
  - {name: NAME, reader: two, format: json, cases: M/swap, outcome: differs, kind: reinterpreted,
     reason: "it turns\n\n     a name round", authority: "https://example.org/ says so", nature: library-bug}
"""


def test_an_entry_says_what_it_states_why_and_where(tmp_path):
    folder = tmp_path / "deviations"
    folder.mkdir()
    (folder / "some.yaml").write_text("suite: interop\nentries:" + ENTRY.replace("NAME", "swaps"))
    known = {entry.name: entry for entry in load(folder)}
    found = rows(sent(entries.block(["gone", "swaps"], known)))
    assert found[0] == {"name": "gone"}
    assert found[1] == {
        "name": "swaps",
        "states": "differs (reinterpreted)",
        "nature": "library-bug",
        "reason": "it turns a name round",
        "authority": "https://example.org/ says so",
        "where": f"{folder / 'some.yaml'}:3",
    }


def test_a_place_in_the_repository_is_named_from_its_root():
    known = {entry.name: entry for entry in load(ROOT / "fixtures/deviations")}
    name = next(iter(known))
    assert rows(sent(entries.block([name], known)))[0]["where"].startswith("fixtures/deviations/")
