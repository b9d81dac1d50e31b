"""How a reader fails, and whose words it has, are pinned: another manner or other words turn the run red."""

import pytest
from fake_runs import text_of

from wirebed.run import ByteSource

REJECTED = """
  - name: two-rejects
    format: json
    reader: two/fake
    cases: '*'
    outcome: rejected
    stage: parse
    reason: It does.
    authority: fake_peer.py
    nature: library-bug
"""


@pytest.mark.parametrize(
    ("how", "stated"),
    [
        ("reject", ""),
        ("fall-over", "manner: untyped"),
        ("fall-over", "manner: {one/fake: exhausted, two/*: untyped}"),
        ("reject-ourselves", "by: codec"),
    ],
)
def test_an_entry_pins_how_a_reader_fails_and_whose_words_it_has(fake_runs, how, stated):
    """The same entry holds for no other manner, and for nobody else's words."""
    fake_runs.entries(f"{REJECTED}    {stated}\n")
    assert fake_runs.run(two=[f"{how}:json/fake"])[0] == 0
    others = {"reject", "fall-over", "reject-ourselves"} - {how}
    for other in others:
        code, report = fake_runs.run(two=[f"{other}:json/fake"])
        assert code == 1 and "no entry states it" in text_of(report)


@pytest.mark.parametrize(("how", "green"), [("reject", True), ("fall-over", False), ("reject-ourselves", False)])
def test_bytes_to_reject_are_rejected_by_the_library_with_an_error_that_it_documents(fake_runs, how, green):
    source = ByteSource("bad.bin", "json", "t.M", b"JBAD", None, writer="given", expect=None, reject=True)
    code, report = fake_runs.run(one=[f"{how}:BAD"], two=[f"{how}:BAD"], sources=[source], case="bad.bin")
    assert (code == 0) is green, text_of(report)


def test_a_report_counts_who_refused_and_how(fake_runs):
    _, report = fake_runs.run(one=["fall-over:json/fake"], two=["reject-ourselves:json/fake"])
    assert report.footer.failures == {"library": {"untyped": 10}, "codec": {"typed": 10}}
