"""The sentences that a peer has to keep; proto/wirebed/README.md has each of them, word for word."""

import enum


class Clause(enum.Enum):
    """A sentence of the contract; a failure names the one that the peer does not keep."""

    HELLO = (
        "The introduction leaves no field empty: `peer` as in `peer.yaml`, `language`, `runtime`, and for each codec "
        "`format`, `library`, `version`, `model` and a direction; each setting has a role, a name and a reason, "
        "and only code and options convert. A `path` in `loaded` is absolute, and a file has it."
    )
    CODECS = (
        "Each codec stands there once, and `none/message` or `none/plain`, in both directions, for each model that "
        "another codec takes."
    )
    REPLY = (
        "Every request gets one reply, in order and with its id; a request of neither kind gets one of neither kind."
    )
    RESULTS = "A batch gets one result for each task, in order and with its id; an empty batch gets none."
    COLUMN = (
        "A column gets one answer, in order, with one value for each of its own: what a task with the value gets, or "
        "an empty one and its failure, whose id is the position."
    )
    END = "When stdin ends between two requests, the peer exits with 0."
    BROKEN_END = (
        "When stdin ends inside a request, or what stands there is no request, the peer writes a line to stderr and "
        "exits with another code, without a reply."
    )
    UNSUPPORTED = "What the peer does not have is `unsupported`, with a reason, whatever else the task holds."
    BUILD = (
        "Bytes that are no view of the message, and a view that its object cannot hold, are an `encode_error` at "
        "`BUILD`; so is a number in `clear` that is no field of the message."
    )
    NONE_BYTES = "The codec `none`, whose bytes are views, decodes such bytes to a `decode_error` at `BUILD`."
    VIEW = "What `decoded` carries, and `encoded` by `none`, is a view of the message that keeps every rule below."
    VALUE = (
        "The codec `none` gives back the view of a value, except where an entry of fixtures/deviations says otherwise."
    )
    CLEAR = "A field that is cleared is as in an object of which nothing was said."
    SET = (
        "A field that is set is replaced as a whole, whatever its container; of a oneof, a message keeps only the "
        "member that is set, a plain class all that it has."
    )
    INTO = "A relay into a codec gives the value that this codec gives when it encodes the view."
    PARSE = "Bytes that the library refuses are a `decode_error` at `PARSE`, `REQUIRED_CHECK` or `USE`."
    WRITE = "A value that the library refuses to write is an `encode_error` at `REQUIRED_CHECK`, `BUILD` or `WRITE`."
    WORDS = "A failure says why, in `reason` or `type`; how, in `manner`; and who refused, in `by`."
    LEFT = (
        "A failure leaves only what the codec states to leave: a decode an object, whose view is a view of the message "
        "and not that of a new object; an encode an output, which has bytes."
    )
    ALIVE = "No task ends the peer, stops it, or is an `internal_error`, however damaged, long or deep its bytes are."
