"""What the matrix says about golden cases before their bytes are checked in."""

from __future__ import annotations

from wirebed.build import ensure
from wirebed.cases import load as load_cases
from wirebed.schema import Schema


def load(bed, peers=None):
    """The schema and the cases of the bed; `peers=[]` builds no more than that needs."""
    schema = Schema.load(ensure(bed, peers))
    return schema, load_cases(bed, schema)


def unexpected(bed, cases) -> list[str]:
    return []
