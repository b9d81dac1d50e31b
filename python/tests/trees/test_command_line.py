"""The command line and make: values arrive as typed, mistakes name what is known."""

import os
import subprocess

import pytest

from wirebed.bed import ROOT


def make(*words: str, **env: str) -> subprocess.CompletedProcess:
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("MAKE", "WIREBED", "MFLAGS"))}
    return subprocess.run(["make", *words], cwd=ROOT, env={**clean, **env}, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "value", ["it's", '*/$5 $(shell date) `x` "y" #z', "a  b", "x=y CASE=z", "-v", "ü€", "$HOME", "\\", "a\tb"]
)
def test_a_value_reaches_the_command_as_typed(value):
    done = make("--eval", "show: ; @printenv WIREBED_WHY", "show", f"WHY={value}")
    assert done.stdout == f"{value}\n"


def test_other_variables_of_the_environment_are_no_filters():
    done = make("--eval", "show: ; @printenv WIREBED_FORMAT || echo none", "show", FORMAT="json")
    assert done.stdout == "none\n"


def test_an_unknown_variable_names_the_known_ones():
    done = make("interop", "CASES=Stock/*")
    assert done.returncode == 2
    assert "unknown variable CASES; known: CASE FORMAT WRITER" in done.stderr


def test_a_variable_of_two_words_reaches_its_option():
    done = make("golden", "UPGRADE_RECORDS=x")
    assert done.returncode == 2
    assert "UPGRADE_RECORDS=x: say UPGRADE_RECORDS=1, or leave it out" in done.stdout + done.stderr


def test_help_lists_every_target():
    done = make("help")
    for target in ("interop", "golden", "vectors", "why", "test", "check", "build", "clean"):
        assert f"  make {target} " in done.stdout


@pytest.mark.parametrize(
    ("words", "code", "last"),
    [
        (["lock", "--help"], 0, "exit code 0: as expected"),
        (["vectors", "--format", "nope"], 2, "exit code 2: harness, build or input failed"),
        (["interop", "--language", "pyton"], 2, "exit code 2: harness, build or input failed"),
        (["no-such-command"], 2, "exit code 2: harness, build or input failed"),
    ],
)
def test_the_command_ends_with_its_code_and_names_it_in_its_last_line(words, code, last):
    done = subprocess.run([ROOT / "python" / "wirebed", *words], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.splitlines()[-1]) == (code, last)
    assert "Traceback" not in done.stderr
