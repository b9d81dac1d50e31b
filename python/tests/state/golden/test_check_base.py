"""`make golden CHECK=1 BASE=`: nothing on BASE vanishes or changes without a record."""

from __future__ import annotations

import pytest

from wirebed.errors import UserError
from wirebed.state.golden.check_base import check
from wirebed.state.golden.model import digest
from wirebed.state.golden.store import Store
from wirebed.state.golden.update import retire

ONE, PADDED = b"\x08\x01", b"\x08\x81\x00"


@pytest.fixture
def base(repository, case, java):
    """A repository with one golden on main."""
    repository.golden((case("M/one"), java, "1", ONE))
    repository.commit()
    return repository


def told(bed, base: str = "main") -> str:
    return "\n".join(check(Store(bed.goldens), base))


def test_nothing_changed(base):
    assert told(base) == ""


def test_additions_are_fine(base, case, java, cpp):
    base.golden((case("M/one"), java, "2", ONE), (case("M/one"), cpp, "1", PADDED), (case("M/two"), java, "1", ONE))
    base.commit()
    assert told(base, "main~1") == ""


def test_accepted_and_retired_are_fine(base, case, java):
    base.golden((case("M/one"), java, "2", PADDED), accept="*", why="new varints")
    assert told(base) == ""
    retire(Store(base.goldens), "M/one", "given up")
    assert told(base) == ""


def test_bytes_and_record_changed_together(base):
    """The one forgery that no look at the present can find."""
    golden = next(base.goldens.rglob("*.bin"))
    record = base.goldens / "M/one/golden.yaml"
    record.write_text(record.read_text().replace(digest(ONE), digest(b"\x08\x03")))
    golden.write_bytes(b"\x08\x03")
    assert f"{golden.name}: other bytes than on BASE" in told(base)
    assert "sha256 changed" in told(base)


def test_vanished(base):
    golden = next(base.goldens.rglob("*.bin"))
    golden.unlink()
    assert f"{golden.name}: was on BASE and is gone" in told(base)
    golden.with_suffix(".txt").unlink()
    (base.goldens / "M/one/golden.yaml").unlink()
    assert "was on BASE and is gone without a tombstone" in told(base)


def test_a_record_that_was_rewritten(base):
    record = base.goldens / "M/one/golden.yaml"
    record.write_text(record.read_text().replace('["1"]', '["9"]'))
    assert "1 is no longer among the writers" in told(base)


def test_an_unknown_base(base):
    with pytest.raises(UserError, match='BASE=mian: .* has no commit mian; near: "main"'):
        told(base, "mian")


def test_a_bed_in_a_subfolder_of_its_repository(repository, case, java):
    inner = type(repository)(repository.root / "services" / "schemas")
    inner.golden((case("M/one"), java, "1", ONE))
    repository.commit()
    assert told(inner) == ""
    next(inner.goldens.rglob("*.bin")).write_bytes(b"\x08\x03")
    assert "other bytes than on BASE" in told(inner)


def test_two_branches_that_add_cases_never_conflict(base, case, java):
    for branch in ("left", "right"):
        base.git("checkout", "-q", "-b", branch, "main")
        base.golden((case("M/one"), java, "1", ONE), (case(f"M/{branch}"), java, "1", ONE))
        base.commit()
    base.git("merge", "-q", "--no-edit", "left")
    assert told(base) == ""
    assert not Store(base.goldens).damage() and Store(base.goldens).cases() == ["M/left", "M/one", "M/right"]
