"""An Any that holds a message with another name: what is packed, and what a reader ought to see."""

import pytest
from versions import versions

from wirebed.suites.evolution.model import Names
from wirebed_safe_change.any_values import holding
from wirebed_safe_change.changes import compare

HEAD = 'syntax = "proto3"; package p; import "google/protobuf/any.proto";'
BODY = "message M { google.protobuf.Any one = 1; repeated google.protobuf.Any many = 2; int32 a = 3; } "


@pytest.fixture
def changes(tmp_path):
    old, new = versions(tmp_path, BODY + "message Note {}", BODY + "message Memo {}", HEAD)

    def compared(renamed: dict):
        return compare(old, new, Names(renamed))

    return compared


def urls(found, put, version: str) -> list[str]:
    schema = found.schema(version)
    message = schema.message_class("p.M")()
    put(message)
    return [one.type_url for one in (message.one, *message.many) if one.type_url]


@pytest.mark.parametrize(("version", "there", "names"), [("v1", "v2", "Note Memo"), ("v2", "v1", "Memo Note")])
def test_a_message_ought_to_be_found_under_the_name_that_it_has_there(changes, version, there, names):
    found = changes({"p.Note": "p.Memo"})
    here, beyond = (f"type.googleapis.com/p.{name}" for name in names.split())
    held = dict(holding(found, found.pairs["p.M"], version, there))
    assert list(held) == ["one", "many"]
    for control, renamed in held.values():
        assert urls(found, control.put, version) == urls(found, control.ought, there)
        assert urls(found, renamed.put, version) == [here] and urls(found, renamed.ought, there) == [beyond]


def test_nothing_is_tried_where_nothing_has_another_name(changes):
    found = changes({})
    assert not list(holding(found, found.pairs["p.M"], "v1", "v2"))
