"""Numbers as people write them; where a result is from."""

import noisy_results
import pytest

from wirebed_costs import wording


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (0.2381, 3, "0.238"), (1.6, 3, "1.6"), (71.66, 3, "71.7"), (99.97, 3, "100"), (1300.4, 3, "1,300"),
        (15.334, 4, "15.33"), (999.4, 4, "999.4"), (131487.2, 4, "131,487"),
    ],
)  # fmt: skip
def test_a_number_has_no_power_of_ten(value, digits, text):
    assert wording.number(value, digits) == text


def test_the_origin_of_a_result():
    found = noisy_results.result([], machine={**noisy_results.MACHINE, "governor": "performance"}, dirty=True)
    assert wording.where(found) == [
        "a processor, 2 cores, Linux", "governor performance", "load 0.1 before and 1.0 after",
        "commit 000000000000 with changes", "2026-01-01",
    ]  # fmt: skip
    found["machine"]["cpu"] = None
    del found["load"]
    assert wording.where(found)[0] == "processor unknown, 2 cores, Linux" and len(wording.where(found)) == 4


def test_each_harness_is_named_once():
    found = noisy_results.result([])
    found["peers"].append({**found["peers"][0], "peer": "legacy"})
    assert wording.tools(found) == ["1, jmh 1 (-O2)", "1, gbench 1 (-O2)", "1, pyperf 1 (-O2)"]
    assert wording.tools(found, {"legacy"}) == ["1, jmh 1 (-O2)"]
