import pytest


@pytest.fixture
def bed(fake_runs):
    """A bed of somebody's own, with runs of fake peers."""
    fake_runs.becomes_own_bed()
    return fake_runs
