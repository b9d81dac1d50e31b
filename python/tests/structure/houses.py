"""A small repository: the runner and the Python peer as they are, a schema, cases and entries of its own."""

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Mapping
from pathlib import Path

from ruamel.yaml import YAML

from wirebed.bed import ROOT

HEAD = "# about: a note\n# proto-file: interop/small.proto\n# proto-message: small.Note\n"


def make(root: Path, schema: str, cases: Mapping[str, str], **roster: Mapping[str, str]) -> Path:
    """Makes it in a folder. `cases`: text of small.Note by name; `roster`: the codecs of peers besides Python."""
    # With the bytecode, so that no command compiles all modules anew.
    shutil.copytree(ROOT / "python" / "src", root / "python" / "src")
    for folder in ("wirebed", "formats"):
        shutil.copytree(ROOT / "proto" / folder, root / "proto" / folder)
    for path in (ROOT / "python" / "isolated.py", *(ROOT / "python").glob("*.yaml"), *(ROOT / "python").glob("*.j2")):
        shutil.copy(path, root / "python")
    for folder in ("build", "proto/interop", "fixtures/deviations", "fixtures/cases/Note"):
        (root / folder).mkdir(parents=True)
    (root / "build" / "venv").symlink_to(ROOT / "build" / "venv")
    (root / "build" / "python").mkdir()
    for name in ("gen", "venv"):
        (root / "build" / "python" / name).symlink_to(ROOT / "build" / "python" / name)
    share_bytecode(root)
    (root / "proto" / "interop" / "small.proto").write_text(schema)
    for name, text in cases.items():
        (root / "fixtures" / "cases" / "Note" / f"{name}.txtpb").write_text(f"{HEAD}{text}\n")
    (root / "fixtures" / "bed.yaml").write_text("generated: false\n")
    python = YAML(typ="safe").load(ROOT / "fixtures" / "roster.yaml")["peers"]["python"]
    YAML().dump({"peers": {"python": python, **roster}}, root / "fixtures" / "roster.yaml")
    return root


def share_bytecode(root: Path) -> None:
    """Lets the Python peers of a small repository use the bytecode of this one, and add to it: of the peer, of its
    packages and of the standard library. Bytecode is of the content of its source (python/isolated.py)."""
    ours, theirs = (place / "build" / "python" / "bytecode" for place in (ROOT, root))
    for name in ("python", "build/python"):
        (ours / ROOT.relative_to("/") / name).mkdir(parents=True, exist_ok=True)
        link = theirs / root.relative_to("/") / name
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(ours / ROOT.relative_to("/") / name)
    for path in ours.iterdir():
        if not (theirs / path.name).exists():
            (theirs / path.name).symlink_to(path)


def wirebed(house: Path, module: str = "wirebed", **variables: str) -> Callable[..., tuple[int, str]]:
    """wirebed("interop") -> (exit code, what was printed). `variables`: of the environment."""

    def run(*arguments: str) -> tuple[int, str]:
        left_out = ("WIREBED_", "PYTHON")
        environment = {name: value for name, value in os.environ.items() if not name.startswith(left_out)}
        # The environment names the sources of this repository in a .pth file, which -S leaves out.
        places = (house / "python" / "src", sysconfig.get_path("purelib"), house / "build" / "python" / "gen")
        environment |= {"PYTHONPATH": os.pathsep.join(map(str, places)), **variables}
        command = [sys.executable, "-S", "-P", "-m", module, *arguments]
        done = subprocess.run(command, cwd=house, env=environment, capture_output=True, text=True, timeout=900)
        return done.returncode, done.stdout + done.stderr

    return run
