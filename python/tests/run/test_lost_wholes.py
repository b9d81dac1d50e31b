"""An entry about a part of a value, where the reader has nothing of the whole."""

from fake_runs import swaps, text_of

from wirebed.view import of_message

SWAPPED = swaps(name="two-swaps-letters", codec="two/fake")
MAP_LOST = """
  - name: two-loses-maps
    format: json
    codec: two/fake
    value: {at: map, count: {above: 0}}
    outcome: differs
    kind: dropped
    reason: It does.
    authority: fake_peer.py
    nature: library-bug
"""


def test_what_is_lost_with_what_holds_it_shows_nothing(fake_runs):
    """An entry about an element needs to be shown only where the element has come to the reader."""
    M = fake_runs.schema.message_class("t.M")
    whole, without = (of_message(M(map=entries)) for entries in ({"a": 1, "MAPPED": 2}, {}))
    library = fake_runs.folder / "two" / "library.py"
    library.parent.mkdir(exist_ok=True)
    library.write_text(
        f"def convert(codec, data):\n    return {without!r} if codec == 'json/fake' and data == {whole!r} else data\n"
    )
    inside = SWAPPED.replace("type: string", "at: key").replace("swapme", "MAPPED")
    fake_runs.entries(MAP_LOST + inside)
    code, report = fake_runs.run(case="M/map")
    assert code == 0, text_of(report)
    library.unlink()
    code, report = fake_runs.run(case="M/map")
    assert code == 1 and "`two-swaps-letters` states differs (reinterpreted), but the cell is equal" in text_of(report)
