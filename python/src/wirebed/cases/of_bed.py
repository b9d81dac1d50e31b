"""All cases of a bed with values of their own: those of its files, and generated ones."""

from collections.abc import Callable

from wirebed.bed import Bed
from wirebed.bed import settings as bed_settings
from wirebed.bed.schema import Schema
from wirebed.cases.case import Case
from wirebed.cases.generated_cases import generated
from wirebed.cases.load import load


def of_bed(bed: Bed, schema: Schema, takes: Callable[[str], bool] = lambda name: True) -> list[Case]:
    """The cases by name. A case of the bed replaces a generated one with the same name. `takes`: as for `load`."""
    own = load(bed, schema, takes)
    if not bed_settings.load(bed).generated:
        return own
    cases = {case.name: case for case in (*generated(schema), *own)}
    return [cases[name] for name in sorted(cases)]
