"""The functions that say what is read of a spelling: numbers of Java, dates that count on, milliseconds."""

import pytest

from wirebed.state.deviations.functions import function_of


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0x64", 100),
        ("#64", 100),
        ("-0X10", -16),
        ("0100", 64),
        ("0", 0),
        ("\u0661\u0660", 10),
        ("1.5d", 1.5),
        ("0x1p3", 8.0),
    ],
)
def test_numbers_that_java_reads(text, number):
    assert function_of({"number": "java"})(text) == number


@pytest.mark.parametrize("text", ["", "-", "100L", "1_00", "1 00", "0x"])
def test_texts_of_which_java_reads_no_number(text):
    with pytest.raises(ValueError):
        function_of({"number": "java"})(text)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ('"2023-02-29T00:00:00Z"', '"2023-03-01T00:00:00Z"'),
        ('"2024-13-01T24:60:60"', '"2025-01-02T01:01:00"'),
        ('"2024-00-01T00:00:00.5Z"', '"2023-12-01T00:00:00.5Z"'),
        ('"2024-1-01T00:00:00.Z"', '"2024-01-01T00:00:00Z"'),
        ('"2024-01-01T00:00:00-24:30"', '"2024-01-02T00:30:00Z"'),
        ('"noon"', '"noon"'),
    ],
)
def test_dates_that_count_on(text, read):
    assert function_of({"date": "lenient"})(text) == read


@pytest.mark.parametrize(
    ("number", "read"), [(-1, '"1969-12-31T23:59:59.999Z"'), ('"1500"', '"1970-01-01T00:00:01.500Z"')]
)
def test_dates_of_milliseconds(number, read):
    assert function_of({"date": "milliseconds"})(number) == read
