"""What is not as expected on machines of one kind alone is named so, of fake peers that say what they run on."""

import pytest

from wirebed.report import load, machines
from wirebed.run import Selection, run

PEERS = {"one": "", "two": "", "two~machine-b": "big-endian", "two~machine-s": "32-bit"}
SWAP, REJECT = "swap:json/fake", "reject:json/fake"


def lines_of(fake_runs, planted) -> list[str]:
    """The lines of a run in which the peers of these names misbehave."""
    specs = [fake_runs.fake(name, *filter(None, [machine]), *planted.get(name, ())) for name, machine in PEERS.items()]
    path = fake_runs.folder / "report.jsonl"
    with fake_runs.peers(specs) as started:
        run(fake_runs.suite(started, Selection()), path, 0.0, progress=False)
    return machines.lines(load(path))


@pytest.mark.parametrize(
    ("where", "words"),
    [
        (["two~machine-b"], "big-endian only"),
        (["two~machine-s"], "32-bit only"),
        (["two~machine-b", "two~machine-s"], "32-bit and big-endian only"),
        (["two", "two~machine-b", "two~machine-s"], "everywhere"),
        (["two", "two~machine-b"], "everywhere but 32-bit"),
    ],
)
def test_a_reader_that_refuses_all_is_named_with_its_machines(fake_runs, where, words):
    told = lines_of(fake_runs, dict.fromkeys(where, [REJECT]))
    assert told == [f"json, two/fake reads: {words} (10 cells)"]


def test_two_codecs_on_two_machines(fake_runs):
    told = lines_of(fake_runs, {"two~machine-b": [REJECT], "two~machine-s": [SWAP]})
    assert told == [
        "json, two/fake reads: big-endian only (8 cells)",
        "json, two/fake writes: 32-bit only (2 cells)",
        "json, two/fake reads: 32-bit and big-endian only (2 cells)",
    ]


def test_nothing_is_said_where_all_is_as_expected_or_every_machine_is_usual(fake_runs):
    assert lines_of(fake_runs, {}) == []
    assert fake_runs.run(two=[REJECT])[0] == 1
    assert machines.lines(load(fake_runs.folder / "report.jsonl")) == []
