"""The compiler's cache, as cpp/ccache uses it: what is equal hits in every tree of every checkout."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from wirebed.bed import ROOT

pytestmark = pytest.mark.skipif(not (shutil.which("g++") and shutil.which("ccache")), reason="no C++ compiler here")


@pytest.fixture
def compile_in(tmp_path):
    """`compile_in(checkout, tree, number)`: compiles a source of a tree; how many compilers have run so far."""
    environment = {**os.environ, "WIREBED_CACHE": str(tmp_path / "cache")}

    def run(checkout: str, tree: str, number: int, compiler: str = "") -> int:
        root = tmp_path / checkout
        header, folder = root / "cpp/src/own.h", root / f"build/trees/{tree}"
        for path, text in {
            header: "#include <cassert>\ninline void check(bool ok) { assert(ok && __FILE__[0]); }\n",
            folder / "plain/cpp/a.plain.h": f"constexpr int number = {number};\n",
            folder / "cpp/gen/a.cc": '#include "a.plain.h"\n#include "own.h"\nint main() { check(number > 0); }\n',
        }.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        shutil.copy(ROOT / "cpp/ccache", root / "cpp/ccache")
        about = Path(compiler or tmp_path / "cc1plus")
        about.touch()
        maps = [f"-ffile-prefix-map={root}/cpp/=", f"-fdebug-prefix-map={folder}/cpp=."]
        flags = ["-g1", *maps, f"-I{root}/cpp/src", f"-I{folder}/plain/cpp", "-MD", "-MF", "a.d"]
        command = [root / "cpp/ccache", about, "g++", *flags, "-c", f"{folder}/cpp/gen/a.cc", "-o", "a.o"]
        subprocess.run(command, cwd=folder / "cpp", env=environment, check=True)
        assert str(root).encode() not in (folder / "cpp/a.o").read_bytes()
        shown = ["ccache", "--print-stats", "-d", str(tmp_path / "cache/ccache")]
        told = subprocess.run(shown, capture_output=True, text=True, check=True).stdout
        return int(dict(line.split() for line in told.splitlines())["cache_miss"])

    return run


def test_an_equal_source_is_compiled_once(compile_in):
    assert compile_in("here", "interop", 1) == 1
    assert compile_in("here", "of-a-bed", 1) == 1
    assert compile_in("there", "interop", 1) == 1


def test_another_header_or_compiler_is_compiled_again(compile_in, tmp_path):
    assert compile_in("here", "interop", 1) == 1
    assert compile_in("here", "of-a-bed", 2) == 2
    (tmp_path / "other").write_text("another compiler")
    assert compile_in("here", "interop", 1, str(tmp_path / "other")) == 3
