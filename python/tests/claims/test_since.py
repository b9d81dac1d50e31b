"""What a run says otherwise than the verdicts that are checked in."""

from dataclasses import replace

from wirebed_claims import since
from wirebed_claims.load import load
from wirebed_claims.verdict import HELD, NOT_MEASURED, REFUTED, UNDECIDED


def run(*words: str, processor: str = "a processor", rule: str = "a is 1") -> since.Run:
    about = {"digest": rule}
    rows = [{"claim": f"X.{n}", "verdict": word, "ours": f"{n} ns", **about} for n, word in enumerate(words, 1)]
    return {"machine": {"cpu": processor}}, rows


def test_runs_that_agree():
    assert list(since.sentences(run(HELD, UNDECIDED), run(HELD, UNDECIDED))) == [
        "2 of 2 verdicts are the same as those that are checked in. Contradictions: none."
    ]


def test_only_two_decided_verdicts_contradict_each_other():
    before, now = run(HELD, HELD, UNDECIDED, HELD), run(REFUTED, UNDECIDED, REFUTED, NOT_MEASURED)
    assert list(since.sentences(before, now)) == [
        "0 of 4 verdicts are the same as those that are checked in. Contradictions: 1.",
        f"  X.1: {HELD}, now {REFUTED}",
        "    a contradiction: 1 ns, now 1 ns",
        f"  X.2: {HELD}, now {UNDECIDED}",
        f"  X.3: {UNDECIDED}, now {REFUTED}",
        f"  X.4: {HELD}, now {NOT_MEASURED}",
    ]


def test_another_rule_contradicts_nothing():
    assert list(since.sentences(run(HELD), run(REFUTED, rule="a is 2"))) == [
        "0 of 1 verdicts are the same as those that are checked in. Contradictions: none.",
        f"  X.1: {HELD}, now {REFUTED}, by another rule",
    ]


def test_another_processor_is_named():
    found = list(since.sentences(run(HELD), run(HELD, processor="another")))
    assert found[1:] == ["The verdicts that are checked in were measured on a processor, those of this run on another."]


def test_nothing_is_checked_in():
    assert list(since.sentences(({}, []), run(HELD))) == []


def test_a_claim_that_is_new_is_not_compared():
    (sentence,) = since.sentences(run(HELD), run(HELD, REFUTED))
    assert sentence.startswith("1 of 1 ")


def test_a_verdict_by_an_earlier_rule_says_so():
    (article, *_) = load()
    first, second = article.claims[:2]
    lines = [
        {"claim": first.id, "digest": since.digest(article, first), "why": "It holds."},
        {"claim": second.id, "digest": "another", "why": "It holds."},
    ]
    assert [line["why"] for line in since.noted(lines, [article])] == ["It holds.", f"{since.EARLIER} It holds."]


def test_a_rule_is_another_one_where_its_values_or_systems_are():
    (article,) = [one for one in load() if one.id == "s4"]
    (claim,) = [one for one in article.claims if one.id == "S4.2"]

    def with_switches(switches):
        changed = {**article.workloads, "contacts": replace(article.workloads["contacts"], switches=switches)}
        return since.digest(replace(article, workloads=changed), claim)

    assert with_switches({"population": "code"}) == since.digest(article, claim)
    assert with_switches({}) != since.digest(article, claim)


def test_a_rule_in_other_words_is_the_same():
    (article,) = [one for one in load() if one.id == "s1"]
    (claim,) = [one for one in article.claims if one.id == "S1.8"]
    first, *others = claim.rule.rules

    def with_rules(*of_cells):
        return since.digest(article, replace(claim, rule=replace(claim.rule, rules=of_cells)))

    assert with_rules(replace(first, words="other words"), *others) == since.digest(article, claim)
    assert with_rules(*others) != since.digest(article, claim)
