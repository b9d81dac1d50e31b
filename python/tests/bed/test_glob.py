"""Lists of globs, and the glob of one name alone."""

import shlex

import pytest

from wirebed.bed.glob import listed, takes
from wirebed.errors import UserError
from wirebed.report.load import only
from wirebed.run.selection import Selection, check_list

CASES = ["Stock/one", "Stock/two", "Text/one", "vectors/chunked, hello", "vectors/a[*]?"]


@pytest.mark.parametrize(
    ("case", "taken"),
    [
        (None, CASES),
        ("Text/*", ["Text/one"]),
        ("Text/*, Stock/two", ["Stock/two", "Text/one"]),
        ("!Stock/*,!vectors/*", ["Text/one"]),
        ("Stock/*,!*/two", ["Stock/one"]),
        ("vectors/chunked[,]*", ["vectors/chunked, hello"]),
    ],
)
def test_a_list_of_globs_chooses_cases(case, taken):
    assert list(filter(Selection(case=case).takes_case, CASES)) == taken


def test_a_glob_of_a_list_that_takes_nothing_is_named():
    with pytest.raises(UserError, match=r"CASE=.*Txt"):
        check_list("CASE", "Stock/*,Txt/*", CASES)


@pytest.mark.parametrize("name", CASES)
def test_the_glob_of_a_name_takes_it_alone(name):
    (glob,) = shlex.split(only(name))
    assert [other for other in CASES if takes([other], listed(glob))] == [name]
