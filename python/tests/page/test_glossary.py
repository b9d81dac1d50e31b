"""The page has every word of the glossary, and shows no mark of its markdown."""

from itertools import chain

from wirebed_page import glossary


def test_every_word_of_the_glossary():
    tables = glossary.block()
    assert [table["title"] for table in tables] == ["What there is", "What is tried", "What is seen", "What is stated"]
    found = {"".join(word): meaning for table in tables for word, meaning in table["words"]}
    lines = [line for line in glossary.GLOSSARY.read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    assert len(found) == len(lines) - 2 * len(tables)
    assert found["exact"] == [
        "The reader's view is the value of the case itself, so neither bytes nor objects lost anything."
    ]
    assert found["equal"][0] == "The reader's view is the reference, so the bytes lost nothing."
    assert found["by"][1:] == [
        "library",
        ", the ",
        "codec",
        " (code of this bed), or the ",
        "cast",
        " that a user makes.",
    ]


def test_no_mark_is_left():
    texts = [text for table in glossary.block() for text in chain.from_iterable(table["words"])]
    assert all(len(parts) % 2 == 1 for parts in texts)  # each backtick has its partner
    assert not any(mark in part for parts in texts for part in parts for mark in ("`", "](", "|"))
