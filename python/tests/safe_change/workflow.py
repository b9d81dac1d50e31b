"""The action for other repositories: its steps, run as GitHub runs them in a team's repository."""

import json
import os
import re
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from ruamel.yaml import YAML

from wirebed.bed import ROOT

ACTION = YAML(typ="safe").load(ROOT / ".github/actions/wirebed/action.yml")
# Those that run commands of Wirebed, by name.
STEPS = {step["id"]: step for step in ACTION["runs"]["steps"] if "run" in step}
_EXPRESSION = re.compile(r"\$\{\{ *(.+?) *\}\}")


def run(root: Path, command: Sequence[str], **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("WIREBED_", "GITHUB_"))}
    return subprocess.run(command, cwd=root, env=clean | environment, capture_output=True, text=True, check=False)


def taken(
    root: Path, folder: Path, step: str, inputs: Mapping[str, str], **more: str
) -> tuple[subprocess.CompletedProcess[str], dict[str, Path]]:
    """What a step of the action ends with, and the files in `folder` that it writes to."""
    files = {name: folder / name for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
    defaults = {name: about.get("default", "") for name, about in ACTION["inputs"].items()}
    assert inputs.keys() <= defaults.keys()
    values = {f"inputs.{name}": value for name, value in {**defaults, **inputs}.items()}
    values |= {"runner.temp": str(folder), "github.action_path": str(ROOT / ".github/actions/wirebed")}
    values |= {"github.token": "secret", "github.event.number": more.pop("number", "")}
    about = STEPS[step]
    stated = {name: _EXPRESSION.sub(lambda m: values[m[1]], text) for name, text in about["env"].items()}
    of_github = {"GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": str(root)} | {k: str(v) for k, v in files.items()}
    return run(root, ["bash", "-eo", "pipefail", "-c", about["run"]], **stated, **of_github, **more), files


@contextmanager
def comments() -> Iterator[tuple[str, list[str]]]:
    """The address of a service with the comments of pull request 7, and these."""
    texts: list[str] = []

    class Service(BaseHTTPRequestHandler):
        def answer(self, content: object) -> None:
            assert self.headers["Authorization"] == "Bearer secret"
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps(content).encode())

        def text(self) -> str:
            text: str = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["body"]
            return text

        def do_GET(self) -> None:
            assert self.path.startswith("/repos/team/shop/issues/7/comments?")
            first, size = 100 * (int(self.path.rpartition("=")[2]) - 1), 100
            self.answer([{"id": id, "body": text} for id, text in enumerate(texts)][first : first + size])

        def do_POST(self) -> None:
            assert self.path == "/repos/team/shop/issues/7/comments"
            texts.append(self.text())
            self.answer({})

        def do_PATCH(self) -> None:
            texts[int(self.path.removeprefix("/repos/team/shop/issues/comments/"))] = self.text()
            self.answer({})

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("localhost", 0), Service) as service:
        Thread(target=service.serve_forever).start()
        try:
            yield f"http://localhost:{service.server_port}", texts
        finally:
            service.shutdown()
