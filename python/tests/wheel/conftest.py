"""The wheel, which the tests of this folder build once in a process."""

import pytest

from wirebed_wheel import build


@pytest.fixture(scope="session")
def wheel(tmp_path_factory):
    return build.main(tmp_path_factory.mktemp("built"))
