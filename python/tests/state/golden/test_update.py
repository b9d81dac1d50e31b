"""What `make golden` adds, refuses, accepts and retires."""

from __future__ import annotations

import pytest

from wirebed.errors import UserError
from wirebed.state.golden import update
from wirebed.state.golden.model import digest
from wirebed.state.golden.store import Store
from wirebed.state.golden.update import retire

ONE, PADDED, TWO = b"\x08\x01", b"\x08\x81\x00", b"\x08\x02"


@pytest.fixture
def m(case):
    return case("M/one")


def entries(bed, *written: bytes):
    """The records of these bytes of the case M/one."""
    by_digest = {entry.sha256: entry for entry in Store(bed.goldens).record("M/one").files.values()}
    return [by_digest[digest(data)] for data in written]


def test_one_file_for_each_encoding_not_for_each_writer(bed, m, java, cpp):
    report = bed.golden((m, java, "4.36", ONE), (m, cpp, "3.21", ONE))
    assert not report.refused
    stem = f"M/one/protobuf/cpp-libprotobuf-{digest(ONE)[:8]}"
    assert bed.files().keys() == {"M/one/golden.yaml", f"{stem}.bin", f"{stem}.txt"}
    (entry,) = Store(bed.goldens).record("M/one").files.values()
    assert entry.writers == {cpp: ["3.21"], java: ["4.36"]} and entry.role == "write"


def test_again_adds_nothing(bed, m, java):
    bed.golden((m, java, "1", ONE))
    before = bed.files()
    report = bed.golden((m, java, "1", ONE))
    assert not report.added and not report.refused and bed.files() == before


def test_same_bytes_of_a_new_version_only_add_the_version(bed, m, java):
    bed.golden((m, java, "1", ONE))
    before = bed.files()
    assert bed.golden((m, java, "2", ONE)).added
    changed = {name for name, data in bed.files().items() if before.get(name) != data}
    assert changed == {"M/one/golden.yaml"}
    assert b'{protobuf-java: ["1", "2"]}' in bed.files()["M/one/golden.yaml"]


def test_drift_is_refused_and_explained(bed, m, java):
    bed.golden((m, java, "1", ONE))
    before = bed.files()
    (told,) = bed.golden((m, java, "2", PADDED)).refused
    assert f"{java} 2 no longer writes what 1 wrote" in told
    assert "a: the same 1, encoded otherwise: 08 01" in told and "make golden ACCEPT='M/one'" in told
    assert bed.files() == before


def test_accept_keeps_the_old_as_read_with_the_reason(bed, m, java, cpp):
    bed.golden((m, java, "1", ONE), (m, cpp, "1", ONE))
    before = bed.files()
    report = bed.golden((m, java, "2", PADDED), (m, cpp, "1", ONE), accept="M/*", why="new varints")
    assert not report.refused and len(report.added) == 1
    assert before.items() - {("M/one/golden.yaml", before["M/one/golden.yaml"])} <= bed.files().items()
    old, new = entries(bed, ONE, PADDED)
    assert old.left == {java: "new varints"} and old.role == "write" and old.current_writers() == [cpp]
    assert new.writers == {java: ["2"]} and new.role == "write"
    assert not bed.golden((m, java, "2", PADDED), (m, cpp, "1", ONE)).added


def test_a_version_that_was_left_is_held_to_its_own_bytes(bed, m, java):
    bed.golden((m, java, "1", ONE))
    bed.golden((m, java, "2", PADDED), accept="*", why="forth")
    before = bed.files()
    assert not bed.golden((m, java, "1", ONE)).refused and bed.files() == before
    assert bed.golden((m, java, "1", PADDED)).refused, "not what version 1 wrote"
    assert bed.golden((m, java, "2", ONE)).refused, "nor version 2"
    assert bed.golden((m, java, "3", ONE)).refused, "a new version is held to the newest"
    assert not bed.golden((m, java, "3", PADDED)).refused


def test_the_same_version_may_be_left_and_come_back(bed, m, java):
    bed.golden((m, java, "1", ONE))
    bed.golden((m, java, "1", PADDED), accept="*", why="another setting")
    assert not bed.golden((m, java, "1", PADDED)).refused
    assert bed.golden((m, java, "1", ONE)).refused


def test_back_to_the_old_bytes(bed, m, java):
    bed.golden((m, java, "1", ONE))
    bed.golden((m, java, "2", PADDED), accept="*", why="forth")
    bed.golden((m, java, "3", ONE), accept="*", why="and back")
    old, new = entries(bed, ONE, PADDED)
    assert old.role == "write" and old.writers == {java: ["1", "3"]} and not old.left
    assert new.role == "read" and new.left == {java: "and back"}


def test_accept_names_case_or_codec(java):
    assert update.accepts("M/*", "M/one", java)
    assert update.accepts("M/one/protobuf/java-*", "M/one", java)
    assert not update.accepts("M/one/protobuf/cpp-*", "M/one", java)
    assert not update.accepts("", "M/one", java)


def test_accept_without_drift_is_an_error(bed, m, java):
    bed.golden((m, java, "1", ONE))
    with pytest.raises(UserError, match="matches no encoding that has drifted"):
        bed.golden((m, java, "1", ONE), accept="M/*", why="x")


def test_changed_schema_makes_old_goldens_read(bed, m, java, schema):
    bed.golden((m, java, "1", ONE))
    report = bed.golden((m, java, "1", PADDED), schema=schema("b"))
    assert not report.refused and "becomes read, since the schema of t.M changed" in report.added[0]
    old, new = entries(bed, ONE, PADDED)
    assert old.role == "read" and new.role == "write"


def test_changed_schema_with_the_same_bytes_adds_its_hash(bed, m, java, schema):
    bed.golden((m, java, "1", ONE))
    bed.golden((m, java, "1", ONE), schema=schema("b"))
    (entry,) = Store(bed.goldens).record("M/one").files.values()
    assert len(entry.schema) == 2 and entry.role == "write"


def test_unstable_bytes_are_only_read(bed, m, java):
    report = bed.golden((m, java, "1", ONE, False))
    assert "others each time" in report.added[0]
    (entry,) = Store(bed.goldens).record("M/one").files.values()
    assert entry.role == "read" and entry.unstable == [java]
    assert not bed.golden((m, java, "1", TWO, False)).added


def test_large_bytes_are_compressed(bed, m, java):
    large = b"\x12" + b"\x80\x80\x06" + bytes(98304)
    bed.golden((m, java, "1", large))
    (file,) = [f for f in bed.files() if f.endswith(".bin.zst")]
    assert len(bed.files()[file]) < 1000
    assert Store(bed.goldens).read("M/one", file.removeprefix("M/one/")).data == large
    assert not bed.golden((m, java, "1", large)).added


def test_retire_leaves_a_tombstone(bed, m, java, case):
    bed.golden((m, java, "1", ONE), (case("M/two"), java, "1", TWO))
    (told,) = retire(Store(bed.goldens), "M/one", "its field is gone")
    assert told.endswith("retired: its field is gone")
    assert [f for f in bed.files() if f.startswith("M/one/")] == ["M/one/golden.yaml"]
    (stone,) = Store(bed.goldens).record("M/one").retired.values()
    assert stone.why == "its field is gone"
    with pytest.raises(UserError, match="M/two"):
        retire(Store(bed.goldens), "M/twa", "a typing error")


def test_what_is_retired_stays_so_until_it_is_accepted(bed, m, java, cpp):
    bed.golden((m, java, "1", ONE), (m, cpp, "1", TWO, False))
    retire(Store(bed.goldens), "M/one", "given up")
    before = bed.files()
    assert list(before) == ["M/one/golden.yaml"]
    # A new version with the same bytes, and the next bytes of a codec that writes others each time.
    report = bed.golden((m, java, "2", ONE), (m, cpp, "1", PADDED, False))
    assert not report.added and not report.refused and bed.files() == before
    assert len(bed.golden((m, java, "2", PADDED)).added) == 1, "other bytes are another golden"
    assert len(bed.golden((m, java, "2", ONE), accept="M/one/protobuf/java-*", why="read again").added) == 1
    assert [stone.unstable for stone in Store(bed.goldens).record("M/one").retired.values()] == [[cpp]]


def test_what_one_codec_cannot_keep_another_can(bed, m, java, cpp):
    bed.golden((m, java, "1", ONE, False), (m, cpp, "1", ONE))
    (entry,) = Store(bed.goldens).record("M/one").files.values()
    assert entry.role == "write" and entry.current_writers() == [cpp] and entry.unstable == [java]
    assert bed.golden((m, java, "1", TWO, False), (m, cpp, "1", TWO)).refused


def test_bytes_that_become_unstable_have_drifted(bed, m, java):
    bed.golden((m, java, "1", ONE))
    (told,) = bed.golden((m, java, "2", ONE, False)).refused
    assert f"{java} 2 writes other bytes each time" in told
    assert bed.golden((m, java, "2", ONE, False), accept="*", why="it hashes now").added
    (entry,) = Store(bed.goldens).record("M/one").files.values()
    assert entry.role == "read" and entry.unstable == [java]
    assert not bed.golden((m, java, "2", TWO, False)).added


OLDER = "java~protobuf-java-3.25:protobuf/protobuf-java"


def test_what_a_generation_writes_is_of_the_codec_of_today(bed, m, java):
    report = bed.golden((m, java, "4.36", ONE), (m, OLDER, "3.25", ONE))
    assert not report.refused
    (entry,) = entries(bed, ONE)
    assert entry.writers == {java: ["3.25", "4.36"]} and entry.role == "write"


def test_other_bytes_of_a_generation_are_read_and_no_longer_written(bed, m, java):
    bed.golden((m, java, "4.36", ONE))
    written = (m, java, "4.36", ONE), (m, OLDER, "3.25", PADDED)
    assert not bed.golden(*written).refused
    today, older = entries(bed, ONE, PADDED)
    assert today.current_writers() == [java] and not older.current_writers()
    assert older.writers == {java: ["3.25"]} and older.left == {java: "3.25 writes it, and not the version of today"}
    report = bed.golden(*written)
    assert not report.added and not report.refused


def test_a_codec_whose_library_a_generation_does_not_replace_adds_nothing(bed, m, java):
    bed.golden((m, java, "4.36", ONE))
    before = bed.files()
    report = bed.golden((m, java, "4.36", ONE), ((m, "java~gson-2.10.1:protobuf/protobuf-java", "4.36", ONE)))
    assert not report.added and bed.files() == before


@pytest.mark.parametrize(
    ("version", "stable"), [("4.37", True), ("3.25", False), ("unknown", True)], ids=["later", "unstable", "unordered"]
)
def test_bytes_that_would_change_what_is_expected_of_today_are_left_out(bed, m, java, version, stable):
    bed.golden((m, java, "4.36", ONE))
    before = bed.files()
    assert not bed.golden((m, java, "4.36", ONE), (m, OLDER, version, PADDED, stable)).added
    assert bed.files() == before


def test_a_reason_that_is_there_stays(bed, m, java):
    bed.golden((m, java, "3.25", PADDED))
    bed.golden((m, java, "4.36", ONE), accept="M/one", why="4.36 writes shortest varints")
    bed.golden((m, java, "4.36", ONE), (m, "java~protobuf-java-3.1:protobuf/protobuf-java", "3.1", PADDED))
    (older,) = entries(bed, PADDED)
    assert older.writers == {java: ["3.1", "3.25"]} and older.left == {java: "4.36 writes shortest varints"}
