"""`wirebed claims`: gathers the results, computes every verdict, and shows them."""

import datetime

from wirebed.bed import REPORTS, ROOT, Bed, files
from wirebed.bed.exit_codes import AS_EXPECTED, NOT_WHOLE
from wirebed.bed.machine import commit, machine
from wirebed.bed.minutes import minutes_of
from wirebed.errors import shown
from wirebed.report import blocks
from wirebed_build.progress import Progress
from wirebed_claims import gather, lines, page, table
from wirebed_claims.claim import Article
from wirebed_claims.closed_form import forms
from wirebed_claims.load import load
from wirebed_claims.results import Results
from wirebed_claims.verdict import UNDECIDABLE, verdicts

MINUTES = 30.0
REPORT = REPORTS / "claims.jsonl"
# A whole run leaves at most as many claims without a verdict: those whose subject is not there to be measured.
MOST_UNDECIDABLE = 5


def main(bind: str | None = None, budget: str | None = None) -> int:
    """The exit code: 0, or 3 when results that claims need are missing."""
    articles = load()
    with Progress("claims") as progress:
        results = gather.gather(
            Bed.open(), bind, 60 * minutes_of(budget, MINUTES, "takes only what is there"), progress
        )
    rows = [lines.row(one) for one in verdicts(articles, results)]
    header = _header(articles, results)
    files.write(REPORT, lines.text(header, rows))
    files.write(REPORT.with_suffix(".md"), page.text(header, rows))
    table.show(header, rows, blocks.console(180))
    print(f"{shown(REPORT)}, {shown(REPORT.with_suffix('.md'))}")
    undecided = sum(row["verdict"] == UNDECIDABLE for row in rows)
    return AS_EXPECTED if undecided <= MOST_UNDECIDABLE else NOT_WHOLE


def _header(articles: list[Article], results: Results) -> dict:
    return {
        "report": 1,
        "suite": "claims",
        "started": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "machine": machine(),
        "commit": commit(ROOT),
        "runtimes": results.runtimes,
        "results": results.origins,
        "articles": {article.id: article.title for article in articles},
        "forms": {article.id: found for article in articles if (found := forms(article, results))},
    }
