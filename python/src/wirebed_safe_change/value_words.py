"""The values for which something happens, in words: `values above 2147483647`, `more than one element`.

`harmed`: the values of a field that show it. `safe`: those that show nothing. Values that show something else are in
neither.
"""

from collections.abc import Sequence

from google.protobuf.descriptor import FieldDescriptor as F

from wirebed.cases.place import is_map
from wirebed_safe_change.boundary_values import Value, spelled

_BOUNDS = (
    -(2**63), -(2**53), -(2**31), -(2**15), -129, 0, 1, 127, 128, 255, 32767, 65535,
    2**31 - 1, 2**32 - 1, 2**53, 2**63 - 1,
)  # fmt: skip
_NAMED = 3


def condition(harmed: Sequence[Value], safe: Sequence[Value], field) -> str:
    """In one phrase; empty when there is nothing to say."""
    if not harmed:
        return ""
    if any(value.absent for value in harmed):
        return "absent"
    safe = [value for value in safe if not value.absent]
    if is_map(field):
        return _map(harmed, safe, field)
    if field.is_repeated:
        return _list(harmed, safe, field)
    if field.message_type is not None:
        not_default = [value for value in harmed if not value.default]
        return "whenever it is set" if not safe else not_default[0].words if not_default else harmed[0].words
    return _scalars(harmed, safe, field, "values")


def _list(harmed, safe, field) -> str:
    singles = [value for value in harmed if value.count == 1]
    if not singles:
        others = any(value.count is not None and value.count > 1 for value in safe)
        return "an element twice" if others and all(value.twice for value in harmed) else "more than one element"
    if not [value for value in safe if value.count == 1]:
        return "any element"
    if field.message_type is not None:
        return "some elements"
    return "elements: " + _scalars(singles, [value for value in safe if value.count == 1], field, "values")


def _map(harmed, safe, field) -> str:
    key, value = (field.message_type.fields_by_name[part] for part in ("key", "value"))
    keys, values = ([v for v in harmed if v.count == 1 and v.part == part] for part in ("key", ""))
    safe_keys, safe_values = ([v for v in safe if v.count == 1 and v.part == part] for part in ("key", ""))
    if not keys and not values:
        return f"{harmed[0].words}, which become one" if harmed[0].words.startswith("keys") else "more than one entry"
    if not safe_keys and not safe_values:
        return "any entry"
    if keys and (safe_keys or not values):
        return _scalars(keys, safe_keys, key, "keys")
    if value.message_type is not None:
        return "any entry"
    return _scalars(values, safe_values, value, "values")


def _scalars(harmed, safe, field, what: str) -> str:
    there = [value.scalar for value in safe]
    bad = [value.scalar for value in harmed]
    if all(value.default for value in harmed) and field.has_presence:
        return f"set to {spelled(bad[0], field)}, its default"
    if not there:
        return f"any {what[:-1]}" + ("" if field.has_presence or what != "values" else " but the default")
    if not field.has_presence and not field.is_repeated and what == "values":
        there.append(field.default_value)
    if field.type == F.TYPE_BYTES and all(_utf8(data) for data in there) and not any(_utf8(data) for data in bad):
        return "bytes that are not valid UTF-8"
    if field.type == F.TYPE_STRING and all(isinstance(scalar, bytes) for scalar in bad):
        return "text that is not valid UTF-8"
    numeric = field.cpp_type in _NUMERIC
    few = len(there) <= _NAMED < len(bad) and not numeric
    if numeric and (bounds := _range(bad, there, what)):
        return bounds
    if few or set(there) == {0, 1} and len(bad) > _NAMED:
        return f"{what} other than {_list_of(there, field)}"
    if len(bad) <= _NAMED:
        return _list_of(bad, field)
    return f"{len(bad)} of {len(bad) + len(there)} {what} tried: {_list_of(sorted(bad, key=_size)[:2], field)}, …"


_NUMERIC = (
    F.CPPTYPE_INT32, F.CPPTYPE_INT64, F.CPPTYPE_UINT32, F.CPPTYPE_UINT64, F.CPPTYPE_FLOAT, F.CPPTYPE_DOUBLE,
)  # fmt: skip


def _range(bad: list, good: list, what: str) -> str:
    """Words for one bound, or one on each side, if that separates the two groups."""
    if any(number != number for number in (*bad, *good)):
        return ""
    above = next((b for b in _BOUNDS if min(bad) > b >= max(good)), None)
    if above is not None:
        return f"{what} above {above}"
    below = next((b for b in _BOUNDS if max(bad) < b <= min(good)), None)
    if below is not None:
        return f"negative {what}" if below == 0 else f"{what} below {below}"
    low, high = min(good), max(good)
    under, over = [number for number in bad if number < low], [number for number in bad if number > high]
    if not under or not over or len(under) + len(over) < len(bad):
        return ""
    lower = next((b for b in _BOUNDS if max(under) < b <= low), None)
    upper = next((b for b in _BOUNDS if min(over) > b >= high), None)
    if lower is None or upper is None:
        return ""
    return f"{what} other than {low}" if low == high else f"{what} below {lower} or above {upper}"


def _list_of(scalars, field) -> str:
    words = [spelled(scalar, field) for scalar in dict.fromkeys(scalars)]
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def _utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _size(scalar) -> tuple:
    """Prefers small and plain values, which people understand best."""
    if isinstance(scalar, bool) or scalar is None:
        return (0, 0)
    if isinstance(scalar, (int, float)):
        return (0, abs(scalar)) if scalar == scalar else (1, 0)
    return (not scalar, len(scalar))


def simplest(values: Sequence[Value]) -> Value:
    return min(values, key=lambda value: (value.default, value.count or 0, _size(value.scalar)))
