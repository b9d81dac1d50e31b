"""The signs under which cells count (wirebed.view.outcome), for the scripts and the styles of the page."""

from wirebed.view.outcome import SIGNS


def block() -> list[dict]:
    """The best first."""
    return [{"sign": one.sign, "name": one.name, "words": one.words} for one in SIGNS.values()]


def style(sign: str) -> str:
    """The class of a sign."""
    return f"sign-{SIGNS[sign].name}"


def css() -> str:
    """A variable and a class for each sign."""
    colours = "".join(f"--{one.name}: light-dark({one.light}, {one.dark}); " for one in SIGNS.values())
    classes = "".join(f".sign-{one.name} {{ background: var(--{one.name}) }}\n" for one in SIGNS.values())
    return f":root {{ {colours}}}\n{classes}"
