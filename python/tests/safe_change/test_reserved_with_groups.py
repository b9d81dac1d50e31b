"""The text format names a group by its type; its bytes hold the names of fields nevertheless."""

import pytest
from runs import SOON, folder, run

TEXT = 'syntax = "proto2";\npackage shop;\nmessage Order { %s repeated group Part = 2 { optional int32 a = 1; } }\n'


@pytest.mark.parametrize(("format_", "verdict"), [("prototext", "corrupting"), ("protobuf", "safe")])
def test_a_reserved_name_is_taken_beside_a_group(format_, verdict):
    old = folder("reserved_group_old", shop=TEXT % 'reserved "gone";')
    new = folder("reserved_group_new", shop=TEXT % "optional int32 gone = 7;")
    report = run(old, new, format=format_, peers=SOON)
    assert report.at("gone", route="reading")[0] == verdict
