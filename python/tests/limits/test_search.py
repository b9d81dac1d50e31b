"""The search finds the exact limit of whatever reads, from answers alone, and asks little where it is known."""

import pytest

from wirebed.peers.answer import Answer
from wirebed.view.outcome import Outcome
from wirebed_limits.ask import SILENCE, STACK, Asked, Limit
from wirebed_limits.inputs import Input
from wirebed_limits.search import search

MOST = 1 << 12  # of the kind `depth`


def run(takes, **known) -> tuple[int, dict[int, bool]]:
    """What a search returns, and what it has asked with the answers."""
    steps, asked = search(MOST, **known), {}
    size = next(steps)
    while True:
        asked[size] = takes(size)
        try:
            size = steps.send(asked[size])
        except StopIteration as end:
            return end.value, asked


@pytest.mark.parametrize("limit", [*range(70), 100, 255, 256, 1000, 1024, 2048, 4094, 4095, 4096, 5000])
@pytest.mark.parametrize("known", [0, 3, 100, 1000, 4095, 4096])
def test_the_limit_is_exact_whatever_was_known(limit, known):
    found, asked = run(lambda size: size <= limit, known=known)
    assert found == min(limit, MOST)
    assert found == 0 or asked[found]
    assert found == MOST or not asked[found + 1]


@pytest.mark.parametrize("limit", [3, 1000, 4095, 4096])
def test_a_limit_that_holds_takes_four_questions(limit):
    assert len(run(lambda size: size <= limit, known=limit)[1]) <= 4


def test_a_least_limit_holds_as_long_as_it_is_read_and_the_most_is_not():
    for limit, found in ((700, 512), (512, 512), (511, 511), (4096, 4096)):
        assert run(lambda size, limit=limit: size <= limit, known=512, exact=False)[0] == found


def asked(known: Limit | None = None) -> Asked:
    return Asked(None, Input("json", "depth", "m", lambda size: b""), known or Limit(0))


def told(one: Asked, takes, again=None) -> Limit:
    """The limit after a search, and after another process was asked."""
    one.found(run(lambda size: one.takes(size, takes(size)))[0])
    if again is not None:
        one.found_again([one.takes(size, again(size)) for size in one.again()])
    return one.limit


def reader(limit, manner="typed", by="library", step=10):
    def answer(size):
        if size <= limit:
            return Answer(bytes(5 + step * size))
        return Answer(None, Outcome.REJECTED, "parse", "too deep", manner, by)

    return answer


def test_a_limit_that_another_process_has_too_is_exact():
    assert told(asked(), reader(255), reader(255)) == Limit(255, "library", "too deep")
    assert told(asked(), reader(300, by="codec"), reader(300)) == Limit(300, "codec", "too deep")


def test_a_limit_of_the_stack_is_never_exact():
    assert told(asked(), reader(3000, "exhausted", ""), reader(3000, "exhausted", "")) == Limit(1024, STACK, "too deep")


@pytest.mark.parametrize("other, least", [(2999, 1024), (3001, 1024), (900, 512), (5, 4)])
def test_a_limit_that_another_process_has_not_is_of_the_stack(other, least):
    assert told(asked(), reader(3000), reader(other)) == Limit(least, STACK, "too deep")


def test_a_known_least_limit_stays():
    known = Limit(512, STACK, "too deep")
    one = asked(known)
    steps = run(lambda size: one.takes(size, reader(3000)(size)), known=512, exact=False)
    one.found(steps[0])
    assert one.limit == known


def test_a_value_that_loses_a_part_in_silence_is_not_read():
    def cut(size):
        return reader(MOST)(min(size, 40))

    assert told(asked(), cut) == Limit(40, SILENCE, "another value is read")
    assert told(asked(), reader(MOST, step=0)) == Limit(MOST)
