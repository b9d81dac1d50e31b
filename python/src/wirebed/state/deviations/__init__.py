"""Deviations: stated, reasoned, pinned differences from `equal` (how to write one: fixtures/deviations/README.md)."""

from wirebed.state.deviations.entry import Entry
from wirebed.state.deviations.load import load, of_bed
from wirebed.state.deviations.match import Matcher

__all__ = ["Entry", "Matcher", "load", "of_bed"]
