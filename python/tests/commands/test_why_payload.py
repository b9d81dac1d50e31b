"""`make why`: pasted payloads in any spelling, readers side by side, errors that say what is known."""

from __future__ import annotations

import io
import subprocess

import pytest
from rich.console import Console

from wirebed.bed import ROOT, Bed
from wirebed.cases.vectors.bare import of_value
from wirebed.commands import why_payload
from wirebed.errors import UserError
from wirebed.peers.answer import Answer
from wirebed.view.outcome import Outcome


@pytest.mark.parametrize(
    "text",
    [
        "0a 03 61 62 63",
        "0A03616263",
        "0x0a 0x03 0x61 0x62 0x63",
        r"\x0a\x03\x61\x62\x63",
        "0a:03:61\n62,63",
        "base64:CgNhYmM=",
    ],
)
def test_pasted_hex(text):
    assert why_payload.payload(text, None) == b"\x0a\x03abc"


def test_a_file(tmp_path):
    path = tmp_path / "payload.bin"
    path.write_bytes(b"\x0a\x03abc")
    assert why_payload.payload(None, str(path)) == b"\x0a\x03abc"


@pytest.mark.parametrize(
    ("hex", "file", "told"),
    [
        ("0ag0", None, "HEX= has 'g', which is no hex digit"),
        ("0a0", None, "3 digits: half a byte is missing"),
        ("base64:=", None, "is not base64"),
        (None, None, "give the payload as HEX=… or as FILE=…"),
        ("0a", "x", "not as both"),
        (None, "/nowhere", "FILE=/nowhere is no file"),
    ],
)
def test_errors_of_hex_and_file(hex, file, told):
    with pytest.raises(UserError, match=told):
        why_payload.payload(hex, file)


def table(*answers: Answer) -> tuple[bool, str]:
    """Two or more readers side by side, with answers that the test makes up."""
    out = io.StringIO()
    columns = [(f"reader{i}", "1", answer) for i, answer in enumerate(answers)]
    agree = why_payload._side_by_side(Console(file=out, width=120), columns, None, False)
    return agree, out.getvalue()


def test_readers_agree():
    seen = Answer(of_value(["list", None, "fixed", [["int", 1]]]))
    agree, out = table(seen, seen)
    assert agree and "All readers agree." in out and "list, 1 value" in out and "int 1" in out


def test_readers_differ():
    one = Answer(of_value(["list", None, "fixed", [["int", 1], ["string", "a~"]]]))
    two = Answer(of_value(["list", None, "fixed", [["int", 1], ["string", "a"]]]))
    agree, out = table(one, two, Answer(None, Outcome.REJECTED, reason="IndexError: no more"))
    assert not agree and "Not as reader0: reader1" in out
    row = next(line for line in out.splitlines() if "[1]" in line)
    assert '"a~"' in row and '"a"' in row
    assert "reader2 1: rejected: IndexError: no more" in out


def by_python(*arguments) -> int:
    return why_payload.main(Bed.open(), *arguments, names=["python"])


def test_a_payload_by_a_real_reader(capsys):
    assert by_python("protobuf", "interop.Testobject", "0a 03 61 62 63 10 64") == 0
    out = capsys.readouterr().out
    assert 'a = "abc"  # 1: string, length 3' in out and "python:protobuf/upb" in out and "All readers agree." in out
    with pytest.raises(UserError, match='unknown message "interop.Testobjekt"; near: "interop.Testobject"'):
        by_python("protobuf", "interop.Testobjekt", "0a")
    with pytest.raises(UserError, match='unknown format "protobuff"; near: "protobuf"'):
        by_python("protobuff", "interop.Testobject", "0a")
    with pytest.raises(UserError, match="MESSAGE= is missing"):
        by_python("protobuf", None, "0a")


def test_a_payload_judges_nothing():
    """Nothing says what a pasted payload should be, so the command does not end with `as expected`."""
    payload = ["--format", "prototext", "--message", "interop.Testobject", "--hex", "61 3a 20 31 31 31 31"]
    done = subprocess.run([ROOT / "python" / "wirebed", "why", *payload], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert done.stderr.splitlines()[-1] == "exit code 0: shown, and nothing was judged"


def test_a_payload_that_no_reader_takes():
    agree, out = table(Answer(None, Outcome.REJECTED, reason="no"), Answer(None, Outcome.CRASH, reason="killed"))
    assert not agree and out == "reader0 1: rejected: no\nreader1 1: crash: killed\n"
    seen = Answer(of_value(["int", 1]))
    agree, out = table(Answer(None, Outcome.REJECTED, reason="no"), seen, seen)
    assert not agree and "Those that read it agree." in out
