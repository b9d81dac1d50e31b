"""References of XStream: `reference="../Price[2]"` is a relative path to the element that has the object."""

from __future__ import annotations

import re
from typing import Any

from lxml import etree

_STEP = re.compile(r"([^\[\]/]+?)(?:\[([0-9]{1,9})\])?")


class XmlShapeError(ValueError):
    """The document is well-formed, but not as XStream writes it."""


def relative(here: tuple[str, ...], there: tuple[str, ...]) -> str:
    """The relative path from one element to another, both given by their path from the root."""
    common = 0
    for mine, other in zip(here, there, strict=False):
        if mine != other:
            break
        common += 1
    return "/".join([".."] * (len(here) - common) + list(there[common:]))


class ElementObjects:
    """The objects that were made of the elements of one document."""

    def __init__(self, needed: bool) -> None:
        """`needed` says whether the document has references at all."""
        self._needed = needed
        self._made: dict[etree._Element, Any] = {}
        self._children: dict[etree._Element, dict[str, list[etree._Element]]] = {}

    def keep(self, element: etree._Element, value: Any) -> Any:
        if self._needed:
            self._made[element] = value
        return value

    def referred(self, element: etree._Element) -> Any:
        """The object that the attribute `reference` of an element refers to. No other attribute is allowed."""
        reference = element.get("reference")
        if reference is None or len(element.attrib) > 1 or len(element) or element.text is not None:
            raise XmlShapeError(f"attributes of <{element.tag}>: {', '.join(element.attrib)}")
        referred = self._walk(element, reference)
        if referred is None or referred not in self._made:
            raise XmlShapeError(f"a reference to nothing: {reference[:80]}")
        return self._made[referred]

    def _walk(self, element: etree._Element | None, reference: str) -> etree._Element | None:
        for step in reference.split("/"):
            if element is None:
                return None
            if step == "..":
                element = element.getparent()
                continue
            parts = _STEP.fullmatch(step)
            if not parts:
                return None
            named = self._named(element).get(parts[1], [])
            index = int(parts[2] or 1)
            element = named[index - 1] if 0 < index <= len(named) else None
        return element

    def _named(self, element: etree._Element) -> dict[str, list[etree._Element]]:
        """The children of an element by name, computed once."""
        named = self._children.get(element)
        if named is None:
            named = self._children[element] = {}
            for child in element:
                named.setdefault(child.tag, []).append(child)
        return named
