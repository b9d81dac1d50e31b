"""What the name of a test says, such as `Required.Proto3.JsonInput.BoolFieldTrue.ProtobufOutput` of protobuf's suite,
or `n_number_NaN.json` of JSONTestSuite: whose test it is, and its category."""

from wirebed.errors import UserError

PROTOBUF, PROTOJSON, PROTOTEXT = "protobuf", "protojson", "prototext"
# The formats of protobuf's suite, and which of its two parts tests them.
SUITES = {PROTOBUF: "binary-json", PROTOJSON: "binary-json", PROTOTEXT: "text"}
REQUIRED, RECOMMENDED = "Required", "Recommended"
_INPUTS = {"ProtobufInput": "protobuf", "JsonInput": "JSON", "TextFormatInput": "text"}
_DOCUMENTS = {"y": "y: has to be read", "n": "n: has to be refused", "i": "i: either"}
# In the order of a table.
CATEGORIES = (
    *(f"{level}, {input} in" for level in (REQUIRED, RECOMMENDED) for input in _INPUTS.values()),
    *_DOCUMENTS.values(),
)


def format_of(test: str) -> str:
    """The format that a test is about. protobuf is on the other side of most tests of the other two."""
    parts = test.split(".")
    if "TextFormatInput" in parts or "TextFormatOutput" in parts:
        return PROTOTEXT
    return PROTOJSON if "JsonInput" in parts or "JsonOutput" in parts else PROTOBUF


def category_of(test: str) -> str:
    """How much the suite wants it, and what is read. A test of protobuf's that names no input begins with a message."""
    if test[:1] in _DOCUMENTS:
        return _DOCUMENTS[test[0]]
    level, *parts = test.split(".")
    if level not in (REQUIRED, RECOMMENDED):
        raise UserError(f"the suite has a test that is neither required nor recommended: {test}")
    input = next((_INPUTS[part] for part in parts if part in _INPUTS), _INPUTS["ProtobufInput"])
    return f"{level}, {input} in"
