"""The fields of cases as cases of their own: each value of a field in a message that has this field alone.

`field_by_field:` of fixtures/bed.yaml says of which messages, and for which codecs (wirebed.bed.settings).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping

from wirebed.bed import Bed
from wirebed.bed import settings as bed_settings
from wirebed.bed.schema import Schema
from wirebed.cases.case import Case
from wirebed.cases.graph import alone
from wirebed.cases.of_bed import of_bed
from wirebed.errors import UserError


def with_fields(bed: Bed, schema: Schema, takes: Callable[[str], bool] = lambda name: True) -> list[Case]:
    """The cases of a bed by name, and those of single fields. `takes`: as for `load`."""
    cases = of_bed(bed, schema, takes)
    settings = bed_settings.load(bed)
    for value in settings.messages:
        message = value.want(str, "the full name of a message")
        of_message = [case for case in cases if case.message == message and not case.wire]
        cases += _of_message(schema, message, of_message, settings.codecs_of(message), takes)
    return sorted(cases, key=lambda case: case.name)


def _of_message(
    schema: Schema, message: str, cases: Iterable[Case], codecs: frozenset[str], takes: Callable[[str], bool]
) -> Iterator[Case]:
    """One case for each value of a field: of cases in which it has the same one, the first by name."""
    singles = {field.number: schema.singles[field.full_name] for field in schema.message(message).fields}
    names = {field.number: field.name for field in schema.message(message).fields}
    known: dict[int, set[bytes]] = {number: set() for number in singles}
    for case in sorted(cases, key=lambda case: case.name):
        own = {number: name_of(case.name, name) for number, name in names.items()}
        for number, view in _views(case, singles, any(map(takes, own.values()))).items():
            if view not in known[number]:
                known[number].add(view)
                yield _case(own[number], case, names[number], singles[number], view, codecs)


def name_of(case: str, field: str) -> str:
    """`Scalars.f_int32/small`, the case of a field of `Scalars/small`."""
    folder, _, name = case.rpartition("/")
    return f"{folder}.{field}/{name}"


def _views(case: Case, messages: Mapping[int, str], taken: bool) -> dict[int, bytes]:
    """The values of the fields, each alone; none where the case has no value and none of them is `taken`."""
    try:
        return alone(case.view, messages)
    except UserError:
        if taken:
            raise
        return {}


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
