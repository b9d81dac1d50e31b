"""Cases: the values of `fixtures/cases`, as views (how to write one: fixtures/cases/README.md)."""

from wirebed.cases.case import Case
from wirebed.cases.field_by_field import with_fields
from wirebed.cases.generated_cases import generated
from wirebed.cases.load import check, load
from wirebed.cases.of_bed import of_bed
from wirebed.cases.random_cases import drawn

__all__ = ["Case", "check", "drawn", "generated", "load", "of_bed", "with_fields"]
