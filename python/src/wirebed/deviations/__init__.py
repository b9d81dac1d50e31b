"""Deviations: stated, reasoned, pinned differences from `equal` (how to write one: fixtures/deviations/README.md)."""

from wirebed.deviations.entry import Entry
from wirebed.deviations.load import load, of_bed
from wirebed.deviations.match import Matcher

__all__ = ["Entry", "Matcher", "load", "of_bed"]
