"""The lines that a user of a system writes for the message of an article, and those that a generator makes for it.

fixtures/claims/published/code.yaml says which. It has the form of fixtures/bench/code.yaml, which counts the codecs of
this bed: their guards, and what they share for any message, say nothing about how easy a library is.
"""

from wirebed_claims.load import FOLDER
from wirebed_costs import code

SOURCE = FOLDER / "published" / "code.yaml"


def count() -> dict[str, dict]:
    """By article and system, as `s3:java`. The tree of `make interop` must be built."""
    return {row["codec"]: row for row in code.of(code.load(SOURCE)["codecs"], SOURCE)}
