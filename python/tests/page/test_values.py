"""Views and bytes by number, each once."""

from made_up import MadeUp, sent

from wirebed.cases.vectors.bare import of_value
from wirebed_page.pool import NONE
from wirebed_page.values import MOST_TEXT, MOST_VIEW, Shown


def shown(folder, view: bytes):
    """The block's only view."""
    report, found = MadeUp(folder), Shown()
    found.view(report.value(view), "")
    return sent(found.blocks("interop", report.runs().interop, {"": None}))["interop-views"][0]


def test_a_value_has_one_number_for_each_version_by_which_it_is_read():
    found = Shown()
    assert [found.view("a", "v1"), found.view("a", "v2"), found.view("a", "v1")] == [0, 1, 0]
    assert found.view(None, "v1") == NONE
    assert [found.bytes("b", "", "json", "a"), found.bytes("c", "", "json", "a")] == [0, 1]
    assert found.bytes("b", "", "xml", "a") == 0, "each format counts from 0"


def test_what_is_not_wanted_has_a_number_only_if_it_is_shown_anyway():
    found = Shown()
    assert found.views(["a", None], ["", ""], [False, True]) == [NONE, NONE]
    assert found.views(["a", "b", "a"], ["", "", ""], [False, False, True]) == [0, NONE, 0]
    assert found.all_bytes(["json"] * 2, ["a", "b"], [""] * 2, ["c"] * 2, [False, True]) == [NONE, 0]


def test_bytes_that_a_dump_shows_without_names_stand_once():
    found = Shown()
    named = [found.bytes("a", version, "protobuf", "of") for version in ("v1", "v2", "v1")]
    alone = [found.bytes("a", version, "json", value) for version, value in (("v1", "of"), ("v2", "other"))]
    assert (named, alone) == ([0, 1, 0], [0, 0])


def test_places_and_texts(tmp_path):
    view = of_value(["list", None, "fixed", [["int", 1], ["string", "a\u202eb"]]])
    found = shown(tmp_path, view)
    assert found["size"] == len(view) and found["more"] == 0
    assert [path for path, _ in found["places"]] == ["", "[0]", "[1]"]
    assert found["places"][1][1] == "int 1"


def test_a_view_of_many_places_says_how_many_it_leaves_out(tmp_path):
    found = shown(tmp_path, of_value(["list", None, "fixed", [["int", number] for number in range(2000)]]))
    assert 0 < len(found["places"]) < 2001
    assert len(found["places"]) + found["more"] == 2001
    assert sum(len(path) + len(text) for path, text in found["places"]) <= MOST_TEXT


def test_a_long_view_has_its_size_alone(tmp_path):
    view = of_value(["string", "x" * (MOST_VIEW + 1)])
    assert shown(tmp_path, view) == {"size": len(view)}


def test_a_value_that_is_not_beside_the_report_has_no_size(tmp_path):
    report, found = MadeUp(tmp_path), Shown()
    found.view("0" * 16, "")
    found.bytes("1" * 16, "", "json", None)
    blocks = found.blocks("interop", report.runs().interop, {"": None})
    assert blocks["interop-views"] == [{"size": None}]
    assert blocks["interop-bytes-json"]["size"] == [None]


def test_long_texts_are_the_same_only_if_all_of_them_is(monkeypatch, tmp_path):
    monkeypatch.setattr("wirebed_page.values.seen", lambda data, schema: {"f": data.decode()})
    texts = []
    for number, end in enumerate(("a", "b", "a")):
        folder = tmp_path / str(number)
        folder.mkdir()
        texts.append(shown(folder, b"x" * MOST_TEXT + end.encode())["places"][0][1])
    assert texts[0] == texts[2] != texts[1]
    assert f"{MOST_TEXT + 1:,} characters" in texts[0]
