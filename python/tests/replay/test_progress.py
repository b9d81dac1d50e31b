"""What an interrupted replay has done: a part that a kill has cut is not taken, and those around it are."""

from wirebed_replay.cluster import Summary
from wirebed_replay.progress import Before
from wirebed_replay.replayer import Done


def test_a_part_that_was_cut_costs_no_other(kept):
    first, last = Done([1, 2], Summary(records=2)), Done([3], Summary(records=1))
    Before("d" * 64).add(first)
    (path,) = kept.iterdir()
    with path.open("ab") as file:
        file.write(b'[[7],{"reco')
    again = Before("d" * 64)
    again.add(last)
    assert list(again.read()) == [first, last]
    again.remove()
    assert not list(kept.iterdir())
