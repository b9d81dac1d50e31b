"""The largest size that a reader reads, from its answers alone: it doubles the size, and then halves what is left."""

from collections.abc import Generator

# Takes whether the size that it has yielded is read, and returns the largest that is; 0 where none is.
Search = Generator[int, bool, int]


def search(most: int, known: int = 0, exact: bool = True) -> Search:
    """Sizes from 1 to `most`, of at least 4. What it returns was read, and the next size was not, unless it is `most`.

    `known` is the limit of another time: where it holds, it is found by two questions. If that was not `exact` but the
    least that is read, it holds where it is read and `most` is not. `most` comes early, too, for readers without a
    limit. A reader that refuses a size and reads a larger one is not found out: not all sizes are asked.
    """
    if not (yield 1):
        return 0
    if not (yield 2):
        return 1
    if 2 < known < most and (yield known) and not (yield known + 1 if exact else most):
        return known
    if (yield most):
        return most
    low, high = 2, 4
    while high < most and (yield high):
        low, high = high, 2 * high
    high = min(high, most)
    while high - low > 1:
        middle = (low + high) // 2
        if (yield middle):
            low = middle
        else:
            high = middle
    return low
