"""Dates that one program takes for Julian and another for Gregorian ones, and those that no calendar shows.

java.util.GregorianCalendar has the Julian calendar before 15 October 1582, and ISO 8601 the Gregorian one throughout.
"""

import re

_DAY = 86_400
# A date and time, in digits of any script, with a fraction and a zone, or without.
_TIME = re.compile(r"(\d+)-(\d+)-(\d+)T(\d+):(\d+):(\d+)(?:(\.\d+)|\.)?(Z|([-+]\d+):(\d+))?")
# Days from 1 March of the year 0 of each calendar to 1 January 1970 of the Gregorian one.
_GREGORIAN, _JULIAN = 719_468, 719_470


def gregorian_as_julian(seconds: int) -> int:
    """The date whose Gregorian spelling is the Julian spelling of `seconds` since 1970."""
    days, rest = divmod(seconds, _DAY)
    return _gregorian_days(*_julian_date(days)) * _DAY + rest


def julian_as_gregorian(seconds: int) -> int:
    """The date whose Julian spelling is the Gregorian spelling of `seconds` since 1970."""
    days, rest = divmod(seconds, _DAY)
    return _julian_days(*_gregorian_date(days)) * _DAY + rest


def lenient(text: str) -> str:
    """A text in which what goes beyond a month, a day, an hour, a minute or a zone counts on, with all digits."""
    return _TIME.sub(_counted_on, text)


def of_milliseconds(number: str | int) -> str:
    """The date, as a text of JSON, of a number of milliseconds since 1970, which may stand in quotes itself."""
    seconds, rest = divmod(int(str(number).strip('"')), 1000)
    return f'"{_spelled(seconds)}.{rest:03}Z"'


def _counted_on(found: re.Match[str]) -> str:
    *parts, fraction, zone, hours, minutes = found.groups()
    year, month, day, hour, minute, second = map(int, parts)
    years, month = divmod(month - 1, 12)
    days = _gregorian_days(year + years, month + 1, 1) + day - 1
    ahead = int(hours) * 3600 + int(hours[0] + minutes) * 60 if hours else 0
    time = _spelled(days * _DAY + hour * 3600 + minute * 60 + second - ahead)
    return time + (fraction or "") + ("Z" if zone else "")


def _spelled(seconds: int) -> str:
    days, rest = divmod(seconds, _DAY)
    year, month, day = _gregorian_date(days)
    return f"{year:04}-{month:02}-{day:02}T{rest // 3600:02}:{rest // 60 % 60:02}:{rest % 60:02}"


def _julian_date(days: int) -> tuple[int, int, int]:
    cycle, day = divmod(days + _JULIAN, 1461)
    year = min(day // 365, 3)
    return _from_march(4 * cycle + year, day - 365 * year)


def _gregorian_date(days: int) -> tuple[int, int, int]:
    era, day = divmod(days + _GREGORIAN, 146_097)
    year = (day - day // 1460 + day // 36_524 - day // 146_096) // 365
    return _from_march(400 * era + year, day - (365 * year + year // 4 - year // 100))


def _from_march(year: int, day: int) -> tuple[int, int, int]:
    """Year, month and day of a year that begins on 1 March."""
    month = (5 * day + 2) // 153
    return year + (month >= 10), month + 3 if month < 10 else month - 9, day - (153 * month + 2) // 5 + 1


def _julian_days(year: int, month: int, day: int) -> int:
    year -= month <= 2
    return 365 * year + year // 4 + _of_year(month, day) - _JULIAN


def _gregorian_days(year: int, month: int, day: int) -> int:
    year -= month <= 2
    return 365 * year + year // 4 - year // 100 + year // 400 + _of_year(month, day) - _GREGORIAN


def _of_year(month: int, day: int) -> int:
    return (153 * (month - 3 if month > 2 else month + 9) + 2) // 5 + day - 1
