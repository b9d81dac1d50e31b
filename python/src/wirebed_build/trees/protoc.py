"""The protoc of grpcio-tools as a process of its own.

`python -m grpc_tools.protoc` takes three times as long to start, since it imports what protoc does not need: `site`,
and `importlib.resources`, with which it finds the files of google/protobuf. A comparison of two schemas starts protoc
for each version.
"""

import subprocess
import sys
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

# What grpc_tools.protoc does with its arguments. The first one is the folder that has the package.
_PROGRAM = """\
import sys
sys.path.append(sys.argv[1])
from grpc_tools import _protoc_compiler
sys.exit(_protoc_compiler.run_main([word.encode(errors="surrogateescape") for word in ["protoc", *sys.argv[2:]]]))
"""


def run(arguments: Iterable[str]) -> "subprocess.CompletedProcess[str]":
    """Runs protoc; google/protobuf/*.proto are found after the folders of the arguments."""
    spec = find_spec("grpc_tools")
    assert spec and spec.submodule_search_locations, "the environment of setup has grpcio-tools"
    package = Path(spec.submodule_search_locations[0])
    command = [sys.executable, "-I", "-S", "-c", _PROGRAM, str(package.parent), *arguments, f"-I{package / '_proto'}"]
    return subprocess.run(command, capture_output=True, text=True, check=False)
