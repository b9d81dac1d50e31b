"""The exit codes of every command, and what each means.

`make` turns every failure into its own 2, so the last line of a run names the code (wirebed.__main__).
"""

AS_EXPECTED = 0
UNEXPECTED = 1
FAILED = 2  # an input is wrong, or a build or the runner itself failed
NOT_WHOLE = 3  # something did not run: run/footer.py, state/roster.py, and some studies
INTERRUPTED = 130  # 128 and SIGINT, as a shell has it

MEANINGS = {
    AS_EXPECTED: "as expected",
    UNEXPECTED: "not as expected",
    FAILED: "harness, build or input failed",
    NOT_WHOLE: "not all that should have run did",
    INTERRUPTED: "interrupted",
}


class Shown(int):
    """The code 0 of a command that has shown something and judged nothing."""

    meaning = "shown, and nothing was judged"


def meaning(code: int) -> str:
    return code.meaning if isinstance(code, Shown) else MEANINGS[code]


def listed() -> str:
    """All of them, for the help of the command line."""
    return "; ".join(f"{code} {meaning}" for code, meaning in MEANINGS.items())
