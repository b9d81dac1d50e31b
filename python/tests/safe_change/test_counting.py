"""Which codecs decide the exit code, and what is said of the others."""

import pytest
from runs import SOON, run, shop

from wirebed.errors import UserError
from wirebed_safe_change.counting import Counting

DEFAULT, GSON = "java:json/jackson-default", "java:json/gson"
MESSAGE = 'syntax = "proto3"; package shop; message Order { int32 a = 1; %s }'


@pytest.mark.parametrize(
    ("codec", "takes"),
    [
        (None, [GSON]),
        ("java/jackson-default", [DEFAULT]),
        ("java/gson, python/*", [GSON]),
        ("java", [DEFAULT, GSON]),
    ],
)
def test_all_but_the_defaults_count_unless_others_are_named(codec, takes):
    counting = Counting.of(codec, {DEFAULT})
    assert [one for one in (DEFAULT, GSON) if counting.takes(one)] == takes


def test_a_name_without_a_codec_is_an_error():
    with pytest.raises(UserError, match="CODEC=java/gsom matches nothing"):
        Counting.of("java/gsom", {DEFAULT}).check([DEFAULT, GSON])


@pytest.fixture(scope="module")
def versions() -> tuple[str, str]:
    return shop("json-old", MESSAGE % ""), shop("json-new", MESSAGE % "int32 b = 2;")


def test_what_only_defaults_show_is_said_and_decides_nothing(versions):
    report = run(*versions, format="json", peers=SOON)
    assert report.code == 0 and "breaking" not in report.footer["verdicts"]
    shown = [one for one in report.of.values() if "beside" in one]
    assert {codec for one in shown for effect in one["beside"] for codec in effect["codecs"]} == {DEFAULT}
    # A relay of the new version writes the field, too.
    assert {one["direction"] for one in shown} == {"backward", "forward"}
    assert all((one["verdict"], one["codecs"][DEFAULT]) == ("safe", "breaking") for one in shown)
    assert DEFAULT in report.lines[0]["header"]["not_counted"]
    assert "breaking only by the defaults of java/jackson-default: rejected" in report.markdown


def test_a_stated_choice_decides(versions):
    report = run(*versions, format="json", peers=SOON, codec="java/jackson-default")
    assert report.code == 1 and report.at("", format_="json") == ("breaking", "breaking")
    report = run(*versions, format="json", peers=SOON, codec="java/gson")
    assert report.code == 0
    assert "breaking in java/jackson-default, not of CODEC=: rejected" in report.markdown
