"""A record in each line: the line itself, or a member of the JSON object that the line is; as text or as base64."""

import base64
import binascii
import json

from wirebed_replay.framing.record import Frame, Frames


def split(data: bytes, rest: int) -> Frames:
    """The lines that are not blank. The last line needs no line feed."""
    frames: list[Frame] = []
    at, end = 0, len(data)
    while at < end:
        feed = data.find(b"\n", at)
        if feed < 0 and rest:
            break
        last = end if feed < 0 else feed
        if data[at:last].strip():
            frames.append((at, at, last - (data[last - 1 : last] == b"\r")))
        at = end if feed < 0 else feed + 1
    return Frames(frames, at)


class Member:
    """The payload of a line. `name`: of a member of its JSON object; empty: the line is the payload."""

    def __init__(self, name: str, base64: bool) -> None:
        self.name, self.base64 = name, base64

    def __call__(self, line: bytes) -> bytes | str:
        if self.name:
            try:
                value = json.loads(line)
            except (ValueError, RecursionError) as error:
                return f"the line is no JSON: {str(error).partition(':')[0]}"
            if not isinstance(value, dict) or self.name not in value:
                return f"the line has no member {self.name}"
            if not isinstance(value[self.name], str):
                return f"the member {self.name} is no text"
            line = value[self.name].encode("utf-8", "surrogatepass")
        if not self.base64:
            return line
        try:
            return base64.b64decode(line.strip(), validate=True)
        except binascii.Error:
            return "the payload is no base64"
