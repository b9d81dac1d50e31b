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
