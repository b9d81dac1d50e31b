"""What survives the trip: the sentences and the squares say what the cells of a report say, and no more."""

import dataclasses

import pytest
from trip_reports import GOOD, GSON, MORE, OTHER, difference, differs, equal, rejected, report

from wirebed.bed import Bed
from wirebed.bed.glob import matches
from wirebed.errors import UserError
from wirebed.report.phrases import sign
from wirebed.state.deviations import of_bed
from wirebed.view.outcome import SIGNS, Kind
from wirebed_page.trip import kinds
from wirebed_page.trip.answers import answers
from wirebed_page.trip.card import between_languages, card
from wirebed_page.trip.document import document
from wirebed_page.trip.finding_texts import finding_texts
from wirebed_page.trip.findings import ALL, Trip
from wirebed_page.trip.kinds import Kind as KindOfValue
from wirebed_page.trip.languages import GIVEN, Languages
from wirebed_page.trip.quoted import markdown, pair, plain
from wirebed_page.trip.squares import best, best_and_worst, squares

BED = Bed.open()
EVERYWHERE = Trip(ALL, ALL, "json")


def say(made, entries=None, trip=EVERYWHERE) -> list[str]:
    """The sentences of a report, without the marks of their values."""
    found = finding_texts(made, entries or {}, Languages(made.header))
    return [plain(one.sentence) for one in found.get(trip, ())]


def test_the_sentence_of_a_finding():
    made = report(differs("A/a", GOOD, OTHER, MORE), differs("A/a", GSON, OTHER, MORE), equal("A/a", OTHER, GOOD))
    assert say(made) == ["double -0.0 is read as 0.0 in json, from every Java writer to cpp/more and python/other."]


def test_every_writer_is_said_of_all_alone():
    lines = [differs("A/a", writer, GOOD, OTHER) for writer in (GOOD, OTHER, MORE, GSON)]
    assert say(report(*lines)) == ["double -0.0 is read as 0.0 in json, from every writer to every reader."]
    lines[1] = equal("A/a", OTHER, GOOD, OTHER)
    sentence = "double -0.0 is read as 0.0 in json, from every writer but python/other to every reader."
    assert say(report(*lines)) == [sentence]
    lines[0] = differs("A/a", GOOD, GOOD)
    assert say(report(*lines, equal("A/a", GOOD, OTHER))) == [
        "double -0.0 is read as 0.0 in json, from cpp/more and java/gson to every reader; from java/good to itself."
    ]


def test_a_case_that_some_read_well():
    made = report(differs("A/a", GOOD, OTHER, MORE), differs("A/b", GOOD, OTHER), equal("A/b", GOOD, MORE))
    assert say(made) == ["double -0.0 is read as 0.0 in json, from java/good to every reader, not each with each case."]


def test_another_outcome_is_another_sentence():
    made = report(rejected("A/a", GOOD, OTHER), rejected("A/b", GOOD, OTHER))
    assert say(made) == [
        "2 cases, such as A/a, are rejected at parse (typed, by the library) in json, from java/good to python/other."
    ]
    refused = rejected("A/a", GOOD, OTHER, outcome="refused", stage="write")
    assert say(report(refused)) == ["A/a is refused at write (typed, by the library) in json, by java/good."]
    crash = equal("A/a", GOOD, OTHER, outcome="crash")
    assert say(report(crash)) == ["A/a is ended by a crash in json, from java/good to python/other."]
    assert say(report(equal("A/a", GOOD, OTHER))) == []


def test_one_of_several_values_is_an_example():
    made = report(differs("A/a", GOOD, OTHER, differences=[difference("x", "1234", "5"), difference("a.b", "12", "1")]))
    assert say(made) == ["double 12 (a.b), for example, is read as 1 in json, from java/good to python/other."]


def test_the_witness_of_an_entry_among_others():
    entry = next(one for one in of_bed(BED, BED.root) if one.kind is Kind.DROPPED and not one.path)
    both = [difference("x", "1", "2"), difference("y", "some", "absent", kind="dropped", type="string")]
    line = differs("A/a", GOOD, OTHER, entries=["loss", entry.name], differences=both)
    assert "string some is read as absent in json, from java/good to python/other." in say(
        report(line), {entry.name: entry}
    )


def test_what_the_objects_of_a_language_lose():
    of_java = differs("A/a", "java:none/plain", "java:none/plain", entry="long-has-a-sign", format="none")
    made = report(of_java, equal("A/a", OTHER, GOOD, GSON, lost=["narrowed"]), equal("A/a", OTHER, MORE))
    assert say(made) == [
        "double -0.0 is held as 0.0 by plain objects of Java, which shows in json, from python/other to every Java "
        "reader."
    ]
    found = finding_texts(made, {}, Languages(made.header))[EVERYWHERE]
    assert [(one.finding.entry, len(one.finding.cells)) for one in found] == [("long-has-a-sign", 2)]


def test_goldens_do_not_count_and_given_bytes_count_apart():
    made = report(
        differs("A/a", GOOD, OTHER, source="a golden"),
        rejected("A/x", "bytes", OTHER, by="codec"),
        equal("A/a", GOOD, OTHER),
    )
    found = finding_texts(made, {}, Languages(made.header))
    assert list(found) == [Trip(GIVEN, "Python", "json")]
    assert say(made, trip=Trip(GIVEN, "Python", "json")) == [
        "A/x is rejected at parse (typed, by the codec) in json, from given bytes to python/other."
    ]


def test_what_no_entry_states_is_told_as_such():
    made = report(differs("A/a", GOOD, OTHER, entries=[], problems=["no entry states it"]))
    assert say(made) == ["double -0.0 is read as 0.0 in json, from java/good to python/other."]
    assert "no entry states it" in document(finding_texts(made, {}, Languages(made.header)), {})


def test_a_value_shows_where_it_differs():
    assert pair("a" * 100 + "b", "a" * 100 + "c") == ("…" + "a" * 20 + "b", "…" + "a" * 20 + "c")
    assert pair("short", "other") == ("short", "other")
    assert len(pair("x" * 100, "y" * 1000)[1]) <= 60


def test_markdown_keeps_values_apart():
    made = report(differs("A/a", GOOD, OTHER, differences=[difference("x", "a`b", "<b>", type="map<string, string>")]))
    text = document(finding_texts(made, {}, Languages(made.header)), {})
    assert "- map\\<string, string\\> `` a`b `` is read as `<b>` in json" in text
    assert markdown("a\\b") == "a\\\\b"
    assert text.index("## All languages") < text.index("## Java to Python")


# Kinds of value.

HOLDS = KindOfValue("-0.0", ("A/*",), "field")


def of(made, *known):
    return squares(made, known or (HOLDS,), Languages(made.header))


def test_a_square_has_its_readings():
    made = report(
        equal("A/a", GOOD, OTHER), differs("A/a", GSON, OTHER), rejected("A/b", GSON, OTHER), equal("B/a", GOOD, OTHER)
    )
    readings = of(made)[Trip("Java", "Python", "json")][0]
    assert [(one.sign, one.read, len(one.cells)) for one in readings] == [
        ("≠", "0.0", 1),
        ("✗", "rejected at parse (typed, by the library)", 1),
        ("=", "", 1),
    ]


def read_of(*lines, kind=HOLDS) -> list[tuple[str, str]]:
    return [(one.sign, one.read) for one in of(report(*lines), kind)[Trip("Java", "Python", "json")][0]]


def test_a_difference_elsewhere_is_no_loss_of_the_place():
    both = [difference("other", "1", "2"), difference("fields", "1", "2")]
    assert read_of(differs("A/a", GOOD, OTHER, differences=both)) == [("=", "")]
    elsewhere = both[:1]
    assert read_of(differs("A/a", GOOD, OTHER, differences=elsewhere, more_differences=1)) == [("≠", "other: 2")]
    whole = KindOfValue("all", ("A/*",))
    assert read_of(differs("A/a", GOOD, OTHER, differences=elsewhere), kind=whole) == [("≠", "other: 2")]


@pytest.mark.parametrize(
    ("path", "read"), [("field", "2"), ("field.in", "field.in: 2"), ("field[0]", "field[0]: 2"), ("", "2")]
)
def test_a_difference_at_the_place_in_it_or_around_it(path, read):
    assert read_of(differs("A/a", GOOD, OTHER, differences=[difference(path, "1", "2")])) == [("≠", read)]
    inner = KindOfValue("inner", ("A/*",), "field.in[0]")
    assert read_of(differs("A/a", GOOD, OTHER, differences=[difference("field", "1", "2")]), kind=inner) == [
        ("≠", "field: 2")
    ]


def test_what_the_bytes_keep_the_objects_may_lose():
    of_objects = differs("A/a", "java:none/plain", "java:none/plain", format="none")
    elsewhere = differs("A/a", GOOD, OTHER, differences=[difference("other", "1", "2")])
    assert read_of(of_objects, elsewhere) == [("≈", "0.0")]


def test_a_failure_at_another_field_is_not_one_of_a_field_that_was_tried_alone():
    """A writer and a reader that fail at this field also fail where it is alone."""
    whole, other = rejected("A/a", GOOD, OTHER), rejected("A/a", GSON, OTHER)
    assert read_of(whole, equal("A.field/a", GOOD, OTHER)) == [("=", "")]
    assert read_of(whole, differs("A.field/a", GOOD, OTHER)) == [("≠", "0.0")]
    fails = [("✗", "rejected at parse (typed, by the library)")]
    assert read_of(whole, rejected("A.field/a", GOOD, OTHER)) == fails
    assert read_of(whole, equal("A.other/a", GOOD, OTHER)) == fails
    assert read_of(other, equal("A.field/a", GOOD, OTHER)) == fails
    inner = KindOfValue("inner", ("A/*",), "field.in[0]")
    assert read_of(whole, equal("A.field/a", GOOD, OTHER), kind=inner) == [("=", "")]


def test_a_square_of_what_the_objects_lose():
    of_java = differs("A/a", "java:none/plain", "java:none/plain", format="none")
    made = report(of_java, equal("A/a", OTHER, GOOD, lost=["narrowed"]))
    readings = of(made)[Trip("Python", "Java", "json")][0]
    assert [(one.sign, one.read) for one in readings] == [("≈", "0.0")]


def test_the_best_pair_is_one_that_harms_least_in_all_cases():
    lines = [equal("A/a", GOOD, OTHER), differs("A/b", GOOD, OTHER)]
    made = report(*lines, rejected("A/a", GSON, OTHER), equal("A/b", GSON, OTHER))
    assert best(of(made)[Trip("Java", "Python", "json")][0]) == "✗"
    made = report(*lines, equal("A/a", GSON, OTHER), equal("A/b", GSON, OTHER))
    assert best(of(made)[Trip("Java", "Python", "json")][0]) == "="


def test_a_change_in_silence_is_worse_than_a_failure_and_that_than_what_is_unsupported():
    unsupported = equal("A/a", GOOD, OTHER, outcome="unsupported")
    failure, silent = rejected("A/b", GOOD, OTHER), differs("A/c", GOOD, OTHER)
    crash = equal("A/d", GOOD, OTHER, outcome="crash")
    for harmful in ([unsupported, failure], [unsupported, failure, silent], [unsupported, failure, silent, crash]):
        (readings,) = of(report(*harmful, equal("A/e", GOOD, OTHER)))[Trip("Java", "Python", "json")].values()
        assert best(readings) == readings[0].sign == sign(harmful[-1])
        others = report(*harmful, equal("A/e", GSON, OTHER))
        (readings,) = of(others)[Trip("Java", "Python", "json")].values()
        assert best_and_worst(readings).endswith(f"{SIGNS[sign(harmful[-1])].words}.")


def test_a_square_names_its_best_and_its_worst_pair():
    lines = [equal("A/a", GOOD, OTHER), differs("A/b", GOOD, OTHER), equal("A/a", GSON, OTHER)]
    (readings,) = of(report(*lines))[Trip("Java", "Python", "json")].values()
    told = best_and_worst(readings)
    assert told == "Best: java/gson → python/other, exact. Worst: java/good → python/other, differs."
    made = report(lines[0], lines[2])
    (readings,) = of(made)[Trip("Java", "Python", "json")].values()
    assert best_and_worst(readings) == "Best and worst: java/good → python/other and 1 more pair, exact."


def test_a_refusal_of_the_bed_is_the_worst_only_where_nothing_else_is_worse_than_the_best():
    lines = [equal("A/a", GOOD, OTHER), rejected("A/a", GSON, OTHER, by="codec")]
    (readings,) = of(report(*lines))[Trip("Java", "Python", "json")].values()
    assert "Worst: java/gson → python/other" in best_and_worst(readings)
    made = report(*lines, differs("A/a", "java:json/third", OTHER))
    (readings,) = of(made)[Trip("Java", "Python", "json")].values()
    assert "Worst: java/third → python/other" in best_and_worst(readings)


def test_the_card_counts_kinds_between_two_languages():
    known = (HOLDS, KindOfValue("other", ("B/*",)))
    made = report(
        equal("A/a", GOOD, OTHER), differs("A/a", OTHER, GOOD), equal("B/a", GOOD, OTHER), rejected("B/a", GOOD, GSON)
    )
    found = of(made, *known)
    assert between_languages(found) == {"json": {0: "≠", 1: "="}}
    answer = card(found, 1).answer
    assert "1 of 2 kinds then arrives exactly in the only format" in answer
    assert card(found, 1).rows == {"json": [("exact", "=", 1), ("differs", "≠", 1)]}


def test_an_answer_for_each_two_languages():
    known = (HOLDS, KindOfValue("other", ("B/*",)))
    lines = [
        equal("A/a", GOOD, OTHER), rejected("B/a", GOOD, OTHER), equal("A/a", GOOD, OTHER, format="xml"),
        equal("A/a", GOOD, GSON),
    ]  # fmt: skip
    (found,) = answers(of(report(*lines), *known), known)
    assert (found.title, found.link) == ("Java to Python", "#/trip/Java/Python")
    assert found.summary == "most often lost: other, in 1 of 2 formats; xml 1 of 1, json 1 of 2"
    assert found.parts == [
        ("xml", "#/trip/Java/Python/xml", "the only kind of value arrives exactly."),
        ("json", "#/trip/Java/Python/json", "1 of 2 kinds of value arrives exactly. This one does not: other."),
    ]
    (found,) = answers(of(report(*lines[:2]), *known), known)
    assert found.summary == "most often lost: other, in 1 of 1 format; of 2 kinds: json 1"
    assert answers({}, ()) == []


def lost_in(lost: dict[str, list[str]], *names: str):
    """The answer of a report in which formats lose some of the kinds with these names."""
    known = tuple(KindOfValue(name, (f"{name}/*",)) for name in names)
    lines = [
        (rejected if name in lost[format] else equal)(f"{name}/a", GOOD, OTHER, format=format)
        for format in lost
        for name in names
    ]
    (found,) = answers(of(report(*lines), *known), known)
    return found


def test_an_answer_names_what_most_formats_lose():
    names = ("first", "second", "third")
    found = lost_in({"xml": ["third"], "json": ["second", "third"], "hessian2": ["first", "second", "third"]}, *names)
    assert found.summary == "most often lost: third, in 3 of 3 formats; of 3 kinds: xml 2, json 1, hessian2 0"
    assert [sentence for *_, sentence in found.parts] == [
        "2 of 3 kinds of value arrive exactly. This one does not: third.",
        "1 of 3 kinds of value arrives exactly. These do not: second; third.",
        "0 of 3 kinds of value arrive exactly. These do not: first; second; third.",
    ]


@pytest.mark.parametrize(("tie", "named"), [
    ("a", "a"), ("ab", "a and b"), ("abc", "a, b and c"), ("abcd", "a, b, c and 1 more"),
    ("abcde", "a, b, c and 2 more"),
])  # fmt: skip
def test_an_answer_names_all_kinds_that_tie_or_says_how_many_more(tie, named):
    found = lost_in({"xml": [*tie, "z"], "json": [*tie], "hessian2": []}, *"abcdez")
    assert found.summary.startswith(f"most often lost: {named}, in 2 of 3 formats; of 6 kinds: ")


def test_a_layout_is_no_format_that_people_use():
    lines = [differs("A/a", "java:raw/unsafe", "python:raw/struct", format="raw"), equal("A/a", GOOD, OTHER)]
    (found,) = answers(of(report(*lines)), (HOLDS,))
    assert [name for name, *_ in found.parts] == ["json"] and found.summary == "of 1 kind: json 1"
    assert answers(of(report(*lines[:1])), (HOLDS,)) == []


def test_for_each_kind_the_pair_counts_that_loses_least():
    known = (HOLDS, KindOfValue("other", ("B/*",)))
    lines = [
        equal("A/a", GOOD, OTHER), rejected("B/a", GOOD, OTHER), rejected("A/a", GSON, OTHER), equal("B/a", GSON, OTHER)
    ]  # fmt: skip
    (found,) = answers(of(report(*lines), *known), known)
    assert found.summary == "of 2 kinds: json 2"


def test_without_kinds_the_card_counts_findings():
    assert card({}, 3).answer == "3 findings, each in a sentence."


# The kinds of this bed.


def test_each_kind_has_its_cases():
    names = {
        f"{path.parent.name}/{path.stem}"
        for path in (BED.fixtures / "cases").glob("*/*")
        if path.suffix in (".txtpb", ".yaml")
    }
    known = kinds.load(BED.fixtures / kinds.FILE)
    assert len(known) > 20
    for kind in known:
        for glob in kind.cases:
            assert any(matches(name, glob) for name in names), f"{kind.name}: no case is called {glob}"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("- {cases: A/a}\n", "there is no `kind:`"),
        ("- {kind: a}\n", "there is no `cases:`"),
        ("- {kind: a, cases: A/a}\n- {kind: a, cases: A/b}\n", "`a` stands here twice"),
        ("- {kind: a, cases: [1]}\n", "a text is wanted here"),
        ("- {kind: a, case: A/a}\n", "unknown key case"),
    ],
)
def test_a_file_of_kinds_that_is_wrong(tmp_path, text, error):
    path = tmp_path / kinds.FILE
    path.write_text(text)
    with pytest.raises(UserError, match=error) as caught:
        kinds.load(path)
    assert caught.value.path == path


def test_a_bed_without_kinds(tmp_path):
    assert kinds.load(tmp_path / kinds.FILE) == []


def test_entries_are_told_with_reason_and_authority():
    entry = next(one for one in of_bed(BED, BED.root) if one.name == "hessian2-zero-has-no-sign")
    made = report(differs("A/a", GOOD, OTHER, entry=entry.name), differs("A/b", GOOD, OTHER, entry="gone"))
    entries = {entry.name: dataclasses.replace(entry, reason="It is so.", authority="RFC 1")}
    text = document(finding_texts(made, entries, Languages(made.header)), entries)
    assert "### hessian2-zero-has-no-sign\n\nIt is so. (" in text and "Authority: RFC 1" in text
    assert "### gone\n\nThis entry is no longer there." in text
