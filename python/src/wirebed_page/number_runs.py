"""Long lists of numbers, and of dicts with the same keys, in few bytes. browser/lib/data.js reads them."""

from collections.abc import Sequence
from itertools import compress, count, islice
from operator import ne, sub

import msgspec

from wirebed_page.pool import Pool


def in_runs(column: list[int]) -> list[int] | dict[str, list[int]]:
    """A column as the numbers of its runs and how long each is, where that is shorter."""
    starts = [0, *compress(count(1), map(ne, column, islice(column, 1, None)))]
    if 2 * len(starts) >= len(column):
        return column
    return {"runs": [column[at] for at in starts], "lengths": list(map(sub, [*starts[1:], len(column)], starts))}


def table(rows: Sequence[dict]) -> dict:
    """A column of numbers for each key, and the values that it numbers, each once; a row may lack a key."""
    encode, columns = msgspec.json.Encoder().encode, {}
    for key in dict.fromkeys(key for row in rows for key in row):
        pool = Pool()
        numbers = pool.numbers(encode(row[key]) if key in row else None for row in rows)
        columns[key] = {"things": list(map(msgspec.Raw, pool.things)), "numbers": in_runs(numbers)}
    return {"length": len(rows), "columns": columns}
