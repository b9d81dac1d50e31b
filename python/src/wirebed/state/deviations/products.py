"""Splits a set of cells into few products: an entry names lists, and states every combination of their members."""

from collections.abc import Iterable


def products(cells: Iterable[tuple[str, ...]]) -> list[tuple[frozenset[str], ...]]:
    """Disjoint products that together hold exactly these cells, which are tuples of one length. Products that differ
    in one part only are joined, by the last part first."""
    blocks = {tuple(frozenset({part}) for part in cell) for cell in cells}
    width = len(next(iter(blocks), ()))
    for position in [*reversed(range(width))] * 2:
        joined: dict[tuple[frozenset[str], ...], set[str]] = {}
        for block in blocks:
            rest = (*block[:position], *block[position + 1 :])
            joined.setdefault(rest, set()).update(block[position])
        blocks = {(*rest[:position], frozenset(part), *rest[position:]) for rest, part in joined.items()}
    return sorted(blocks, key=lambda block: [sorted(part) for part in block])


def within(cell: tuple[str, ...], product: tuple[frozenset[str], ...]) -> bool:
    return all(value in part for value, part in zip(cell, product, strict=True))
