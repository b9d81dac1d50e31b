"""The digest of all answers that the rows of a work follow from."""

import hashlib
from array import array
from collections.abc import Iterable

from wirebed.run.judge import places
from wirebed.run.route import RouteState
from wirebed.run.values import Values


def digest(states: Iterable[RouteState], values: Values) -> str:
    """Of the answers in the order of the routes; "" where one of them was lost with its process, which has no cause in
    what was asked."""
    if values.questions.losses:
        return ""
    numbers: dict[bytes | str, int] = {}  # most answers are the same few
    order = array("L")
    for state in states:
        for index, place in places(state, values.held_place(state.route)):
            answer = place.answer
            text = answer if isinstance(answer, bytes) else repr(answer)
            order.extend((index, numbers.setdefault(text, len(numbers))))
    found = hashlib.sha256(order.tobytes())
    for text in numbers:
        data = text if isinstance(text, bytes) else text.encode(errors="surrogateescape")
        found.update(b"%c%d:%b" % (text is data, len(data), data))
    return found.hexdigest()
