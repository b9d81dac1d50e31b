"""Two changes at once, one around the other: each verdict is that of the change which causes it."""

import pytest
from runs import SOON, folder, run

HEAD = 'syntax = "proto3";\npackage shop;\n'
BOX = "message Box { map<string, %s> items = 1; int32 count = 2; }\n"
ITEM = "message Item { int32 a = 1; string %s = 4; }\n"
OLD = HEAD + BOX % "uint32" + ITEM % "note"
VERSIONS = {
    "outer": HEAD + BOX % "Item" + ITEM % "note",
    "inner": HEAD + BOX % "uint32" + ITEM % "remark",
    "both": HEAD + BOX % "Item" + ITEM % "remark",
}
FORMATS = ("protobuf", "protojson", "prototext")


@pytest.fixture(scope="module")
def reports():
    old = folder("causes_old", shop=OLD)
    return {
        name: run(old, folder(f"causes_{name}", shop=text), format=",".join(FORMATS), peers=SOON, full=False)
        for name, text in VERSIONS.items()
    }


@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize("route", ["reading", "relaying"])
def test_an_outer_field_is_as_it_is_alone(reports, format_, route):
    """Names of the inner message that fail by themselves are in no sample of the outer field."""
    alone, both = (reports[name].at("items", "shop.Box", route, format_) for name in ("outer", "both"))
    assert alone == both


@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize("route", ["reading", "relaying"])
def test_an_inner_field_is_as_it_is_alone(reports, format_, route):
    alone, both = (reports[name].at("note -> remark", "shop.Item", route, format_) for name in ("inner", "both"))
    assert alone == both


def test_a_value_of_an_enum_that_is_renamed_is_a_change_of_its_fields(tmp_path):
    """Declared or not: names travel in ProtoJSON, and the field of the enum is to blame, not what holds it."""
    text = (
        HEAD
        + "enum Grade { LOW = 0; %s = 1; }\nmessage Inner { Grade grade = 1; }\nmessage Outer { Inner inner = 1; }\n"
    )
    old, new = folder("causes_high", shop=text % "HIGH"), folder("causes_top", shop=text % "TOP")
    accept = tmp_path / "accept.yaml"
    accept.write_text("renamed: {shop.Grade.HIGH: TOP}\n")
    report = run(old, new, format="protojson", peers=SOON, accept=str(accept))
    assert report.at("grade", "shop.Inner") == ("breaking", "breaking")
    assert [key for key, found in report.of.items() if found["verdict"] != "safe" and key[1] != "grade"] == []
