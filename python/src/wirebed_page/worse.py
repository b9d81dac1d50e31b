"""Why a result of this machine does not stand in place of the one that is checked in: it says less, or is older.

Each answer goes on after `that of this machine`, and is empty where the result of this machine is shown.
"""


def bench(found: dict, kept: dict) -> str:
    filters = " ".join(f"{name}={globs}" for name, globs in found.get("filters", {}).items())
    not_whole = {
        "is of a quick run": found["quick"],
        "is of a run that was interrupted": found["interrupted"],
        f"is of a run with {filters}": filters,
        "is of a run that had no time for all of its rows": found.get("not_reached"),
    }
    return next((words for words, holds in not_whole.items() if holds), "") or older(found["started"], kept["started"])


def older(started: str, kept: str) -> str:
    """Of the starts of two runs, in UTC."""
    return f"is older, of {started[:10]}" if started < kept else ""
