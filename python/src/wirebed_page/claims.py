"""Claims on the page: what the articles said, what was measured, and the switches that change it, as `make claims` has
decided it."""

from collections import Counter

from wirebed.bed import ROOT, Bed
from wirebed_claims import page, rules
from wirebed_claims.lines import MISSING, OPEN
from wirebed_claims.load import FOLDER, load
from wirebed_claims.since import noted
from wirebed_claims.verdict import VERDICTS
from wirebed_page.runs import Runs
from wirebed_page.section import Card, Findable, Section, address


def section(runs: Runs, bed: Bed) -> Section | None:
    claims = runs.claims
    if claims is None:
        return None
    checked_in, articles = runs.checked_in.get("claims", "").replace("`", ""), load()
    commands = {claim.id: rules.commands(claim.rule) for article in articles for claim in article.claims}
    block = {
        "origin": f"{checked_in} {page.origin(claims.header)}".replace("`", "").strip(),
        "key": page.KEY.replace("`", ""),
        "why": page.SURPRISING,
        "tally": page.counted(claims.rows),
        "verdicts": [{"verdict": word, "sign": sign} for word, sign in VERDICTS.items()],
        "articles": [_article(claims.header, id, title) for id, title in claims.header["articles"].items()],
        "forms": page.FORMS,
        "surprising": [row["claim"] for row in page.surprising(claims.rows)],
        "claims": [
            _claim(row, commands.get(row["claim"], []))
            for row in (noted(claims.rows, articles) if checked_in else claims.rows)
        ],
    }
    found = [Findable("claim", row["claim"], row["said"], address("claims", row["claim"])) for row in claims.rows]
    return Section(_card(claims, checked_in), {"claims": block}, findable=found)


def _card(claims, checked_in: str) -> Card:
    rows = {}
    for id in claims.header["articles"]:
        counts = Counter(row["verdict"] for row in claims.rows if row["article"] == id)
        rows[id.upper()] = [(word, sign, counts[word]) for word, sign in VERDICTS.items() if counts[word]]
    shown = {article: parts for article, parts in rows.items() if parts}
    return Card(
        "Were articles right?",
        "Were five published articles on serialization right?",
        f"{page.counted(claims.rows)}. {checked_in}".strip(),
        "#/claims",
        shown,
        noun="claim",
    )


def _article(header: dict, id: str, title: str) -> dict:
    forms = [page.form(form) for form in header["forms"].get(id, [])]
    return {"id": id, "title": title, "forms": forms, "source": str((FOLDER / f"{id}.yaml").relative_to(ROOT))}


def _claim(row: dict, commands: list[str]) -> dict:
    """A line of claims.jsonl, with the published figures as text and the commands that decide it. `switches` has those
    that change the answer; `others` says how many more there are."""
    changing = [one for one in row["switches"] if one["changes"]]
    others = [one for one in row["switches"] if not one["changes"]]
    return {
        **row,
        "reported": page.reported(row),
        "commands": commands,
        "switches": changing,
        "others": {"says": _counted(others), "switches": others},
    }


def _counted(others: list[dict]) -> str:
    counts = Counter(one["answer"] if one["answer"] in (OPEN, MISSING) else "decided" for one in others)
    return f"Other switches: {'; '.join(f'{number} {words}' for words, number in sorted(counts.items()))}"
