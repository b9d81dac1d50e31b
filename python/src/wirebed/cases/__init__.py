"""Cases: what `fixtures/cases` says, as views (how to write one: fixtures/cases/README.md)."""

from wirebed.cases.boundary import generated
from wirebed.cases.case import Case
from wirebed.cases.load import load

__all__ = ["Case", "generated", "load"]
