"""The glossary for the page: proto/wirebed/GLOSSARY.md.

A text of it is a list of parts, text and code in turn, beginning with text. Links become their text, since
the page must be readable where the repository is not.
"""

import re

from wirebed.bed import ROOT

GLOSSARY = ROOT / "proto" / "wirebed" / "GLOSSARY.md"
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_HEADS = ("| word |", "|---")


def block() -> list[dict]:
    """The tables of the glossary in their order: {title, words: [[word, meaning]]}."""
    sections: list[dict] = []
    for line in GLOSSARY.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            sections.append({"title": line.removeprefix("## "), "words": []})
        elif line.startswith("|") and not line.startswith(_HEADS):
            word, meaning = line.strip("| ").split(" | ")
            sections[-1]["words"].append([_parts(word), _parts(meaning)])
    return sections


def _parts(text: str) -> list[str]:
    return _LINK.sub(r"\1", text).split("`")
