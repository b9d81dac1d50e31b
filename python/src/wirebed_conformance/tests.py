"""What the name of a test says, such as `Required.Proto3.JsonInput.BoolFieldTrue.ProtobufOutput`: whose test it is, and
its category."""

from wirebed.errors import UserError

PROTOBUF, PROTOJSON, PROTOTEXT = "protobuf", "protojson", "prototext"
# The formats of the suite, and which of its two parts tests them.
SUITES = {PROTOBUF: "binary-json", PROTOJSON: "binary-json", PROTOTEXT: "text"}
REQUIRED, RECOMMENDED = "Required", "Recommended"
_INPUTS = {"ProtobufInput": "protobuf", "JsonInput": "JSON", "TextFormatInput": "text"}
# In the order of a table.
CATEGORIES = tuple(f"{level}, {input} in" for level in (REQUIRED, RECOMMENDED) for input in _INPUTS.values())


def format_of(test: str) -> str:
    """The format that a test is about. protobuf is on the other side of most tests of the other two."""
    parts = test.split(".")
    if "TextFormatInput" in parts or "TextFormatOutput" in parts:
        return PROTOTEXT
    return PROTOJSON if "JsonInput" in parts or "JsonOutput" in parts else PROTOBUF


def category_of(test: str) -> str:
    """How much the suite wants it, and what is read. A test that names no input begins with a message."""
    level, *parts = test.split(".")
    if level not in (REQUIRED, RECOMMENDED):
        raise UserError(f"the suite has a test that is neither required nor recommended: {test}")
    input = next((_INPUTS[part] for part in parts if part in _INPUTS), _INPUTS["ProtobufInput"])
    return f"{level}, {input} in"
