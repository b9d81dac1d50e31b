"""What OLD= and NEW= say of each change whose answer is known: from descriptors alone, and with LONG=1 compiled."""

import pytest
from long_tests import LONG

from wirebed_safe_change.known_changes import truth
from wirebed_safe_change.known_changes.command import verdicts


@pytest.fixture(scope="module")
def by_change():
    found: dict[str, list] = {}
    for one in verdicts(full=LONG):
        found.setdefault(one.change, []).append(one)
    return found


@pytest.mark.parametrize("name", [one.name for one in truth.load()])
def test_a_change(by_change, name):
    """Each verdict is the true one, or wrong exactly as fixtures/changes/gaps.yaml states."""
    if name not in by_change:
        pytest.skip("LONG=1 compiles the classes of its formats")
    assert [str(one) for one in by_change[name] if not one.as_stated] == []
