"""What the tests of steps share."""

import pytest
from steps import Steps


@pytest.fixture
def steps(tmp_path):
    made = Steps(tmp_path / "bed")
    yield made
    made.remove()
