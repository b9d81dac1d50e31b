"""What a process would load instead of what it has loaded: each file that its names would find first."""

import pytest

from wirebed_build.loaded import Loaded
from wirebed_build.trees import fingerprint, searched
from wirebed_build.trees.fingerprint import FileHashes


@pytest.fixture
def lines(tmp_path, monkeypatch):
    """`lines(place)`: of a program that has loaded `libx` from lib/, looks into modules/ and has LD_LIBRARY_PATH."""
    monkeypatch.setattr(fingerprint, "_YOUNG", 0)
    monkeypatch.setattr(searched, "LOADER_CACHE", str(tmp_path / "ld.so.cache"))
    for name in ("lib/libx.so.1.2", "lib/liby.so.1", "modules/a.py", "first/glibc-hwcaps/x86-64-v3/other"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    (tmp_path / "ld.so.cache").write_bytes(
        b"glibc-ld.so.cache1.1\0libx.so.1\0/lib/libx.so.1\0liby.so.1\0/lib/liby.so.1\0"
    )

    def of() -> list[str]:
        loaded = Loaded(frozenset({f"{tmp_path}/lib/libx.so.1.2"}), frozenset({f"{tmp_path}/modules"}))
        environment = {"LD_LIBRARY_PATH": f"{tmp_path}/first"}
        place = str(tmp_path)
        return list(searched.lines(loaded, lambda path: path.replace(place, ""), environment, FileHashes()))

    return of


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("lib/libx.so.1.2", b"another", {"loaded", "library"}),
        ("first/libx.so.1", b"found first", {"library"}),
        ("first/glibc-hwcaps/x86-64-v3/libx.so.1", b"found first", {"library"}),
        ("lib/libx.so.1", b"beside it", {"library"}),
        ("ld.so.cache", b"libx.so.1\0/first/libx.so.1\0libx.so.1\0/lib/libx.so.1\0", {"library"}),
        ("modules/b.py", b"", {"searched"}),
        # What these names do not find counts for nothing.
        ("first/libz.so.1", b"", set()),
        ("lib/liby.so.2", b"", set()),
        ("ld.so.cache", b"liby.so.1\0/first/liby.so.1\0libx.so.1\0/lib/libx.so.1\0", set()),
        ("modules/__pycache__/a.pyc", b"", set()),
        ("modules/.a.py.swp", b"", set()),
    ],
)
def test_what_would_be_found_instead_counts(lines, tmp_path, name, content, kind):
    before = lines()
    assert [line.partition(" ")[0] for line in before] == ["loaded", "searched", "library"]
    (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / name).write_bytes(content)
    assert {line.partition(" ")[0] for line in set(lines()) - set(before)} == kind
