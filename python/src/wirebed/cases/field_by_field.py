"""The fields of cases as cases of their own: each value of a field in a message that has this field alone.

`field_by_field:` of fixtures/bed.yaml says of which messages, and for which codecs (wirebed.bed_settings).
"""

from collections.abc import Callable, Iterable, Iterator

from wirebed import bed_settings
from wirebed.cases.case import Case
from wirebed.cases.graph import alone
from wirebed.cases.of_bed import of_bed
from wirebed.errors import UserError


def with_fields(bed, schema, takes: Callable[[str], bool] = lambda name: True) -> list[Case]:
    """The cases of a bed by name, and those of single fields. `takes`: as for `load`."""
    cases = of_bed(bed, schema, takes)
    settings = bed_settings.load(bed)
    for value in settings.messages:
        of_message = [case for case in cases if case.message == value.raw and not case.wire]
        cases += _of_message(schema, value.raw, of_message, settings.codecs_of(value.raw), takes)
    return sorted(cases, key=lambda case: case.name)


def _of_message(
    schema, message: str, cases: Iterable[Case], codecs: frozenset[str], takes: Callable[[str], bool]
) -> Iterator[Case]:
    """One case for each value of a field: of cases in which it has the same one, the first by name."""
    cases = sorted(cases, key=lambda case: case.name)
    for field in schema.message(message).fields:
        single = schema.singles[field.full_name]
        known = set()
        for case in cases:
            folder, _, name = case.name.rpartition("/")
            name = f"{folder}.{field.name}/{name}"
            if (view := _view(case, field.number, single, takes(name))) and view not in known:
                known.add(view)
                yield _case(name, case, field.name, single, view, codecs)


def _view(case: Case, number: int, message: str, taken: bool) -> bytes | None:
    """The value of the field alone; None where the case does not set it, or has no value and is not `taken`."""
    try:
        return alone(case.view, number, message)
    except UserError:
        if taken:
            raise
        return None


def _case(name: str, case: Case, field: str, message: str, view: bytes, codecs: frozenset[str]) -> Case:
    return Case(
        name=name,
        message=message,
        build=lambda: view,
        about=f"the field {field} of {case.name}",
        options=case.options,
        tags=case.tags,
        path=case.path,
        meaning={"field": field, "of": case.meaning},
        codecs=codecs,
    )
