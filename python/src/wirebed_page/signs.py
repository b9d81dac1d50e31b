"""The signs under which cells count (wirebed.view.outcome), for the scripts and the styles of the page."""

from wirebed.view.outcome import HARM, SIGNS


def block() -> list[dict]:
    """In the order of columns and legends, each with its rank by harm."""
    return [
        {"sign": sign.sign, "name": sign.name, "words": sign.words, "rank": HARM[sign.sign]} for sign in SIGNS.values()
    ]


def style(sign: str) -> str:
    """The class of a sign."""
    return f"sign-{SIGNS[sign].name}"


def css() -> str:
    """A variable and a class for each sign."""
    colours = "".join(f"--{sign.name}: light-dark({sign.light}, {sign.dark}); " for sign in SIGNS.values())
    classes = "".join(f".sign-{sign.name} {{ background: var(--{sign.name}) }}\n" for sign in SIGNS.values())
    return f":root {{ {colours}}}\n{classes}"
