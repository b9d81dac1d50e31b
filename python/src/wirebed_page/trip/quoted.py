"""Values within a sentence: short, and marked, so that the page and markdown can set them off."""

_MARK = "\x1f"
_MOST = 60  # characters of a value
_BEFORE = 20  # of them before the first that differs


def quoted(text: str) -> str:
    return f"{_MARK}{text.replace(_MARK, ' ')}{_MARK}"


def parts(sentence: str) -> list[str]:
    """The parts of a sentence: text and values in turn, beginning with text."""
    return sentence.split(_MARK)


def plain(sentence: str) -> str:
    return sentence.replace(_MARK, "")


def markdown(sentence: str) -> str:
    return "".join(_code(part) if at % 2 else escaped(part) for at, part in enumerate(parts(sentence)))


def _code(text: str) -> str:
    """A value that has a backtick stands between two of them."""
    if not text:
        return ""
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def escaped(text: str) -> str:
    return "".join(f"\\{char}" if char in "\\*_<>[]|" else char for char in text)


def clip(text: str, start: int = 0) -> str:
    """A part of a text that is too long for a sentence."""
    text = " ".join(text.split())
    if len(text) <= _MOST:
        return text
    head = "…" if start else ""
    shown = text[start : start + _MOST - 2]
    return f"{head}{shown}{'…' if start + len(shown) < len(text) else ''}"


def pair(text: str, other: str) -> tuple[str, str]:
    """Two texts, cut so that the first character in which they differ is seen."""
    text, other = " ".join(text.split()), " ".join(other.split())
    same = next((at for at, (a, b) in enumerate(zip(text, other, strict=False)) if a != b), min(len(text), len(other)))
    start = max(0, same - _BEFORE) if same > _MOST // 2 else 0
    return clip(text, start), clip(other, start)
