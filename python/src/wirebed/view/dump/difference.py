"""The differences between the dumps of two encodings: fields, values, encodings and order."""

from difflib import SequenceMatcher

from wirebed.view.dump.lines import Line

# The path and the label of a line, and its bytes.
_Key = tuple[str, str, bytes]
_MOST_EXPLAINED = 12
_MOST_MATCHED = 4000  # the most lines of each side that are aligned; for more, only the first difference is shown


def describe(old: bytes, before: list[Line], new: bytes, after: list[Line]) -> list[str]:
    """One line for each difference, in the order of the old bytes; empty when the lines do not show any."""
    keys_before = [_key(old, line) for line in before]
    keys_after = [_key(new, line) for line in after]
    start, stop_before, stop_after = _trim(keys_before, keys_after)
    before, keys_before = before[start:stop_before], keys_before[start:stop_before]
    after, keys_after = after[start:stop_after], keys_after[start:stop_after]
    texts = []
    for line in [line for line in before[:1] + after[:1] if line.malformed]:
        texts.append(f"{_where(line)}: {line.value}: {line.how}")
    if max(len(before), len(after)) > _MOST_MATCHED:
        texts += _pairs(old, before[:1], new, after[:1])
        return [*texts, f"… {len(before):,} lines of the dump became {len(after):,}"]
    gone, come, displaced = _unmatched(before, keys_before, after, keys_after)
    texts += _pairs(old, gone, new, come)
    if displaced:
        texts.append("the same pieces are in another order")
    if len(texts) > _MOST_EXPLAINED:
        texts[_MOST_EXPLAINED:] = [f"… and {len(texts) - _MOST_EXPLAINED:,} more differences"]
    return texts


def _unmatched(
    before: list[Line], keys_before: list[_Key], after: list[Line], keys_after: list[_Key]
) -> tuple[list[Line], list[Line], bool]:
    """The lines that only one side has, and whether common lines are in another order."""
    both = set(keys_before) & set(keys_after)
    gone, come, displaced = [], [], False
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, keys_before, keys_after, autojunk=False).get_opcodes():
        if tag != "equal":
            gone += [line for line, key in zip(before[i1:i2], keys_before[i1:i2], strict=True) if key not in both]
            come += [line for line, key in zip(after[j1:j2], keys_after[j1:j2], strict=True) if key not in both]
            displaced |= any(key in both for key in keys_before[i1:i2] + keys_after[j1:j2])
    return gone, come, displaced


def _key(data: bytes, line: Line) -> _Key:
    return line.path, line.label, data[line.offset : line.offset + line.size]


def _trim(a: list[_Key], b: list[_Key]) -> tuple[int, int, int]:
    """The end of the common beginning, and the start of the common end in both lists."""
    start, most = 0, min(len(a), len(b))
    while start < most and a[start] == b[start]:
        start += 1
    end = 0
    while end < most - start and a[-1 - end] == b[-1 - end]:
        end += 1
    return start, len(a) - end, len(b) - end


def _pairs(old: bytes, gone: list[Line], new: bytes, come: list[Line]) -> list[str]:
    others: dict[tuple[str, str], list[Line]] = {}
    for line in come:
        others.setdefault((line.path, line.label), []).append(line)
    texts = []
    for line in gone:
        same = others.get((line.path, line.label))
        texts.append(_changed(old, line, new, same.pop(0)) if same else f"{_where(line)}: {_what(old, line)} is gone")
    left = {id(line) for lines in others.values() for line in lines}
    return texts + [f"{_where(line)}: {_what(new, line)} is new" for line in come if id(line) in left]


def _changed(old: bytes, line: Line, new: bytes, other: Line) -> str:
    if line.value == other.value:
        return f"{_where(line)}: the same {line.value or line.label}, encoded otherwise: " + (
            f"{_piece(old, line)} ({line.how}) became {_piece(new, other)} ({other.how})"
        )
    return f"{_where(line)}: {_what(old, line)} became {_what(new, other)}"


def _where(line: Line) -> str:
    return line.path or "(top)"


def _what(data: bytes, line: Line) -> str:
    value = line.value or line.label
    return f"{value} [{_piece(data, line)}{', ' + line.how if line.how else ''}]"


def _piece(data: bytes, line: Line) -> str:
    piece = data[line.offset : line.offset + line.size]
    return piece[:12].hex(" ") + (" …" if len(piece) > 12 else "")
