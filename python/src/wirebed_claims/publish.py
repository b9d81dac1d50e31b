"""`wirebed claims-publish` checks in the verdicts of the last run; fixtures/results/claims.md shows them."""

from collections import Counter

from wirebed.bed import files
from wirebed.errors import UserError, shown
from wirebed_claims import lines, page
from wirebed_claims.command import MOST_UNDECIDABLE, REPORT
from wirebed_claims.load import FOLDER
from wirebed_claims.verdict import UNDECIDABLE

PUBLISHED = FOLDER / "verdicts.jsonl"
NOTHING = "No verdicts are checked in: `make claims`, then `make claims-publish`.\n"


def main() -> int:
    header, rows = lines.read(REPORT)
    undecided = Counter(row["verdict"] for row in rows)[UNDECIDABLE]
    if undecided > MOST_UNDECIDABLE:
        raise UserError(f"{undecided} claims are not decided; only whole runs are published", REPORT)
    files.write(PUBLISHED, lines.text(header, rows))
    print(f"{shown(PUBLISHED)}: {len(rows)} verdicts; make format renews fixtures/results/claims.md")
    return 0


def document() -> str:
    """What fixtures/results/claims.md shows."""
    return page.text(*lines.read(PUBLISHED)) if PUBLISHED.exists() else NOTHING
