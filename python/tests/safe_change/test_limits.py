"""A reader that throws since the change is an effect of it; one that throws without the change, too, is none."""

import pytest
from runs import run, shop
from versions import samples

from wirebed.state.row import Reading, Row
from wirebed.view.outcome import Cell, Outcome
from wirebed_safe_change.observations import Observations

OLD = 'syntax = "proto3"; package shop; enum State { NEW = 0; PAID = 1; } message Order { State state = 1; }'
GROWN = OLD.replace("PAID = 1;", "PAID = 1; SENT = 2;")
CODEC = "java:raw/bytebuffer"


def test_an_enum_value_that_the_other_version_lacks():
    """No enum of Python has a number without a name, so a reader of the other version throws."""
    old, new = shop("limits-old", OLD), shop("limits-grown", GROWN)
    grown = run(old, new, format="raw", peers=("python",))
    assert (grown.code, grown.at("state", route="reading")) == (1, ("safe", "breaking"))
    effect = grown.worst("state", "forward")
    assert (effect["what"], effect["when"], effect["witness"]) == ("rejected", "SENT (2)", "state: SENT")
    shrunk = run(new, old, format="raw", peers=("python",))
    assert (shrunk.code, shrunk.at("state", route="reading")) == (1, ("breaking", "safe"))


def test_a_list_that_becomes_a_set_in_the_plain_class():
    """The messages are the same, so only a list with an element twice shows it, and only in plain formats."""
    head = 'syntax = "proto3"; package shop; import "wirebed/options.proto"; message Order { repeated string tags = 1'
    old, new = shop("limits-list", f"{head}; }}"), shop("limits-set", f"{head} [(wirebed.plain).collection = SET]; }}")
    report = run(old, new, format="json", peers=("python",))
    assert report.at("tags", route="reading") == ("lossy", "safe")
    effect = report.worst("tags", "backward")
    assert (effect["what"], effect["when"]) == ("collapsed", "an element twice")


@pytest.mark.parametrize(("data", "seen"), [(None, 0), (b"", 1)])
def test_the_limit_of_a_writer_is_none_of_the_change(tmp_path, data, seen):
    """That of a reader counts: the unchanged run says whether it fails there, too."""
    of = samples(tmp_path, "message M { int32 a = 1; }", "message M { fixed32 a = 1; }")
    row = Row(None, next(iter(of.probes)), "", "raw", CODEC, [CODEC], leg="backward", data=data)
    outcome = Outcome.REFUSED if data is None else Outcome.REJECTED
    row.readings.append(Reading(CODEC, Cell(row.id(CODEC), outcome, derived=True)))
    observed, own = Observations(of), Observations(of)
    for some in (observed, own):
        some.take([row])
    assert (len(observed.seen), observed.without(own)) == (seen, [])
