"""`--json` of every command that judges: stdout is one document of the form that is checked in, and nothing else."""

import json
import os
import subprocess
from pathlib import Path

import jsonschema
import pytest

from wirebed.bed import ROOT, document

FORM = json.loads(Path(document.__file__).with_name("document.schema.json").read_text(encoding="utf-8"))
SHOP = 'syntax = "proto3";\npackage shop;\n\nmessage Order {\n  int32 id = 1;\n}\n'
FILES = {
    "proto/shop.proto": SHOP,
    "old/shop.proto": SHOP,
    "new/shop.proto": SHOP.replace("int32", "sint32"),
    "proto/evolution/zigzag/v1.proto": 'syntax = "proto3";\npackage zigzag;\nmessage M { int32 a = 1; }\n',
    "proto/evolution/zigzag/v2.proto": 'syntax = "proto3";\npackage zigzag;\nmessage M { sint32 a = 1; }\n',
    "fixtures/evolution/zigzag.yaml": "change: int32 to sint32\nsamples:\n  v1: {five: 'a: 5'}\n",
    "fixtures/cases/Order/one.txtpb": "# about: one\n# golden: true\n# proto-file: shop.proto\n"
    "# proto-message: shop.Order\nid: 1\n",
    "fixtures/bed.yaml": "languages: [python]\nformats: [protobuf]\ngenerated: false\n",
}
BED = "--bed=."


class Repository:
    def __init__(self, root: Path):
        self.root = root
        for name, text in FILES.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text, encoding="utf-8")
        self.git("init", "-q")
        self.git("add", "-A")
        self.git("commit", "-qm", "the shop")

    def git(self, *words: str) -> None:
        own = ["git", "-C", str(self.root), "-c", "user.name=t", "-c", "user.email=t@example.com"]
        subprocess.run([*own, *words], check=True)

    def ran(self, *words: str, **variables: str) -> subprocess.CompletedProcess:
        clean = {name: value for name, value in os.environ.items() if "WIREBED" not in name or "CACHE" in name}
        clean |= {"WIREBED_REPORTS": str(self.root / "reports"), **variables}
        return subprocess.run(
            [str(ROOT / "python/wirebed"), *words],
            cwd=self.root,
            env=clean,
            capture_output=True,
            text=True,
            check=False,
        )

    def asked(self, *words: str, code: int) -> dict:
        """The document of a command, which ends with this code."""
        done = self.ran(*words, "--json")
        assert done.returncode == code, done.stderr
        said = json.loads(done.stdout)
        jsonschema.Draft202012Validator(FORM).validate(said)
        assert (said["command"], said["exit_code"]) == (words[0], code)
        assert done.stderr.endswith(f"exit code {code}: {said['exit_word']}\n")
        assert all((self.root / name).is_file() for name in said["reports"])
        return said


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    return Repository(tmp_path_factory.mktemp("json") / "shop")


def kinds(said: dict) -> dict[str, str]:
    return {finding["kind"]: finding["level"] for finding in said["findings"]}


def test_the_form_is_a_schema():
    jsonschema.Draft202012Validator.check_schema(FORM)


def test_interop_and_why(shop):
    said = shop.asked("interop", BED, code=0)
    assert said["counts"]["cells"] == said["counts"]["equal"] > 0 and not said["findings"]
    said = shop.asked("why", BED, "--case=Order/one", "--format=protobuf", code=0)
    assert said["exit_word"] == "shown, and nothing was judged" and kinds(said) == {"cell": "note"}
    assert said["findings"][0]["repeat"].startswith("make interop BED=")
    said = shop.asked("why", BED, "--format=protobuf", "--message=shop.Order", "--hex=ff", code=0)
    assert said["counts"] == {"readers": 1, "failed": 1, "different": 0} and kinds(said) == {"reader": "note"}


def test_evolution_and_its_baseline(shop):
    said = shop.asked("evolution", BED, code=1)
    assert said["counts"]["unexpected"] == len(said["findings"]) == 1 and kinds(said) == {"cell": "error"}
    assert "STEP=zigzag/v1.five" in said["findings"][0]["repeat"]
    said = shop.asked("baseline", BED, code=0)
    assert (said["counts"]["plus"], said["counts"]["unreviewed"]) == (1, 1) and len(said["reports"]) == 2
    said = shop.asked("review", BED, code=0)
    (finding,) = said["findings"]
    assert (finding["file"], finding["line"], finding["column"]) == ("fixtures/baseline.yaml", 3, 3)
    assert finding["kind"] == "unreviewed" and finding["name"].startswith("protobuf:zigzag:backward:python/upb")
    shop.git("clean", "-qfd", "fixtures")
    shop.git("checkout", "-q", "--", ".")


def test_a_change_of_a_schema_has_the_line_of_the_new_one(shop):
    said = shop.asked("evolution", "--old=old", "--new=new", "--language=python", code=1)
    finding = next(finding for finding in said["findings"] if finding["level"] == "error")
    assert (finding["kind"], finding["name"]) == ("corrupting", "shop.Order.id")
    assert (finding["file"], finding["line"]) == ("new/shop.proto", 5)


def test_golden(shop):
    assert shop.asked("golden", BED, code=0)["counts"] == {"added": 1, "refused": 0, "blocked": 0}
    shop.git("add", "-A")
    shop.git("commit", "-qm", "a golden")
    next((shop.root / "fixtures/golden").rglob("*.bin")).unlink()
    said = shop.asked("golden", BED, "--check=1", "--base=HEAD", code=1)
    assert kinds(said) == {"golden": "error"} and said["counts"]["problems"] == len(said["findings"])
    shop.git("checkout", "-q", "--", ".")


def test_echo(shop):
    said = shop.asked("echo", BED, "--transport=socket*", "--case=Order/one", "--no-times", code=0)
    assert said["counts"]["cells"] > 0 and not said["findings"]


def test_peer_test(shop):
    said = shop.asked("peer-test", BED, "--peer=python", "--question=pipe *", code=0)
    assert said["counts"]["questions"] > 0 and said["counts"]["failed"] == 0


def test_upstream(shop):
    said = shop.asked("upstream", "--case=cpython-json-number-beyond-double", code=0)
    assert said["counts"] == {"reproductions": 1, "as_stated": 1, "not_run": 0}


@pytest.mark.parametrize(
    ("text", "words", "place"),
    [
        ("languages: [pyton]\n", ["interop", BED], ("fixtures/bed.yaml", 1)),
        (None, ["interop", BED, "--nonsense"], (None, None)),
        (None, ["nonsense"], (None, None)),
    ],
)
def test_what_is_wrong_with_the_input(shop, text, words, place):
    if text is not None:
        (shop.root / "fixtures/bed.yaml").write_text(text)
    said = shop.asked(*words, code=2)
    shop.git("checkout", "-q", "--", ".")
    (finding,) = said["findings"]
    assert (finding["kind"], finding.get("file"), finding.get("line")) == ("input", *place)


def test_make_asks_by_a_variable_and_without_it_there_is_no_document(shop):
    assert json.loads(shop.ran("init", BED, WIREBED_JSON="1").stdout)["exit_code"] == 2
    for off in ({}, {"WIREBED_JSON": "0"}):
        assert shop.ran("init", BED, **off).stdout == ""
