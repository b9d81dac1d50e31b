"""The smallest value that shows a find: without the parts that are not needed, and with short texts."""

from collections.abc import Callable, Sequence
from itertools import islice

from google.protobuf.message import Message

from wirebed_fuzz.parts import only, parts, shorter
from wirebed_replay.shrink import fewest

_MOST_PARTS = 2000
_MOST_TRIED = 200
_ROUNDS = 40

# Says of some values whether each shows the find.
Shows = Callable[[Sequence[Message]], Sequence[bool]]


def shrunk(message: Message, shows: Shows) -> Message | None:
    """None where the message itself does not show the find again."""
    if not shows([message])[0]:
        return None
    every = list(parts(message))
    if len(every) <= _MOST_PARTS:
        kept = fewest(every, lambda tried: shows([only(message, set(selection)) for selection in tried]))
        message = only(message, set(kept))
    for _ in range(_ROUNDS):
        tried = list(islice(shorter(message), _MOST_TRIED))
        better = next((each for each, shown in zip(tried, shows(tried), strict=True) if shown), None) if tried else None
        if better is None:
            break
        message = better
    return message
