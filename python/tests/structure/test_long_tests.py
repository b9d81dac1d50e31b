"""A plain `make test` runs no test that LONG=1 alone should run."""

import re
import runpy

import long_tests
import pytest

from wirebed.bed import ROOT


@pytest.mark.parametrize(("value", "long"), [(None, False), ("", False), ("0", False), ("1", True)])
def test_only_1_is_long(monkeypatch, value, long):
    monkeypatch.delenv("WIREBED_LONG", raising=False)
    if value is not None:
        monkeypatch.setenv("WIREBED_LONG", value)
    assert runpy.run_path(long_tests.__file__)["LONG"] is long


def test_no_other_module_reads_the_variable():
    read = re.compile(r"(environ|getenv).*WIREBED_[L]ONG")
    modules = [path for path in (ROOT / "python/tests").rglob("*.py") if read.search(path.read_text(encoding="utf-8"))]
    assert [path.name for path in modules] == ["long_tests.py"]
