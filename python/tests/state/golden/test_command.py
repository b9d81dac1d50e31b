"""`make golden` as it is typed: which job, what it needs, and a whole round with a real codec."""

from __future__ import annotations

import pytest

from wirebed.commands import golden_cases
from wirebed.commands.golden import main
from wirebed.errors import UserError


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"accept": "*"}, "ACCEPT= needs WHY="),
        ({"retire": "*", "why": " "}, "RETIRE= needs WHY="),
        ({"accept": "*", "retire": "*", "why": "x"}, "ACCEPT and RETIRE are different jobs"),
        ({"check": True}, "CHECK=1 needs BASE="),
        ({"base": "main"}, "BASE=main is for CHECK=1"),
        ({"import_file": "/nowhere", "case": "a/b", "format": "json"}, "IMPORT=/nowhere is no file"),
        ({"import_file": __file__}, "IMPORT= needs CASE="),
    ],
)
def test_what_is_missing_is_said(bed, options, told):
    with pytest.raises(UserError, match=told):
        main(bed, **options)


@pytest.fixture
def without_build(monkeypatch, schema, repository):
    """The temporary bed has no .proto files: the test says what they would have given, now and in the commit."""
    cases = lambda bed: repository.cases if bed is repository else repository.committed  # noqa: E731
    monkeypatch.setattr(golden_cases, "load", lambda bed, peers=None: (schema(), cases(bed)))


def test_check_counts(repository, case, java, capsys, without_build):
    repository.cases = [case("M/one")]
    repository.golden((case("M/one"), java, "1", b"\x08\x01"))
    repository.commit()
    assert main(repository, check=True, base="main") == 0
    assert "1 goldens of 1 cases against main: no problems" in capsys.readouterr().out
    dump = next(repository.goldens.rglob("*.txt"))
    dump.write_text(dump.read_text().replace("a = 1", "a = 2"))
    assert main(repository, check=True, base="main") == 1
    assert f"{dump.name}: is not the dump of the golden beside it" in capsys.readouterr().out
    dump.unlink()
    assert repository.golden((case("M/one"), java, "1", b"\x08\x01")).added
    assert main(repository, check=True, base="main") == 0
    next(repository.goldens.rglob("*.bin")).unlink()
    assert main(repository, check=True, base="main") == 1
    out = capsys.readouterr().out
    assert "is gone" in out and "problems" in out


def test_check_judges_only_what_is_new(repository, case, java, capsys, without_build):
    repository.cases = [case("M/one")]
    repository.golden((case("M/one"), java, "1", b"\x08\x01"))
    dump = next(repository.goldens.rglob("*.txt"))
    dump.write_text(dump.read_text().replace("a = 1", "a = 2"))
    repository.commit()
    assert main(repository, check=True, base="main") == 0
    assert capsys.readouterr().out == "1 goldens of 1 cases against main: no problems; 1 as before\n"
    repository.cases = [case("M/one", "a: 2")]
    assert main(repository, check=True, base="main") == 1
    out = capsys.readouterr().out
    assert out.startswith("M/one: has changed since") and "against main: 1 problem; 1 as before\n" in out
    assert dump.name not in out


def test_check_finds_an_edited_case(repository, case, java, capsys, without_build):
    repository.cases = [case("M/one")]
    repository.golden((case("M/one"), java, "1", b"\x08\x01"))
    repository.commit()
    repository.cases = [case("M/one", "a: 2")]
    assert main(repository, check=True, base="main") == 1
    out = capsys.readouterr().out
    assert out.startswith("M/one: has changed since 1 goldens were taken of it") and "against main: 1 problem\n" in out
    repository.cases = []
    assert main(repository, check=True, base="main") == 1
    assert "fixtures/golden/M/one: goldens of a case that is gone" in capsys.readouterr().out


def test_retire_prints_what_it_did(bed, case, java, capsys):
    bed.golden((case("M/one"), java, "1", b"\x08\x01"))
    assert main(bed, retire="M/*", why="given up") == 0
    assert "retired: given up" in capsys.readouterr().out
