"""Verdicts are computed from results: another number, two rows that change places, or a missing file changes them."""

import json

import claim_results as made
import msgspec
import pytest
from claim_results import ARTICLES, decided

from wirebed.bed.codec_id import format_of
from wirebed_claims import echoes, lines, page
from wirebed_claims.decision import Answer
from wirebed_claims.load import FOLDER
from wirebed_claims.protocols import BENCH, PUBLISHED
from wirebed_claims.quantity import Missing
from wirebed_claims.results import KEEPS_NOTHING
from wirebed_claims.verdict import HELD, NOT_MEASURED, PUBLISHED_ONLY, REFUTED, UNDECIDED

MISSING = lines.MISSING
JSON_LIB = "legacy:json/json-lib"
SLOWEST_FIRST = {"xstream": "java:xml/xstream", "gson": "java:json/gson", "java": "java:java-serial/jdk",
                 "hessian": "java:hessian2/caucho"}  # fmt: skip


def times(bench: list[float], published: list[float]) -> dict:
    """The arguments of `made.results` for S2's four systems, from slow to fast as the article has them."""
    case = "Stock/article_hessian"
    rows = [made.row(codec, case, "encode", time) for codec, time in zip(SLOWEST_FIRST.values(), bench, strict=True)]
    measured = [
        one
        for system, time in zip(SLOWEST_FIRST, published, strict=True)
        for one in made.measurement("stock", system, "serialize", time)
    ]
    return {"rows": rows, "measurements": measured}


@pytest.mark.parametrize(
    ("bench", "published", "word"),
    [
        ([900, 800, 300, 100], [9000, 8000, 3000, 1000], HELD),
        ([900, 800, 100, 300], [9000, 8000, 3000, 1000], PUBLISHED_ONLY),
        ([900, 800, 100, 300], [9000, 8000, 1000, 3000], REFUTED),
        ([900, 800, 300, 100], [9000, 8000, 1000, 3000], HELD),
    ],
)
def test_both_protocols_make_the_verdict(tmp_path, bench, published, word):
    assert decided("S2.6", made.results(tmp_path, **times(bench, published))).word == word


def test_a_verdict_says_so_where_the_article_s_own_program_says_something_else(tmp_path):
    orders = [900, 800, 300, 100], [9000, 8000, 1000, 3000]
    one = lines.of(decided("S2.6", made.results(tmp_path, **times(*orders))))
    assert one["verdict"] == HELD and one["why"].endswith(". Measured as published: it does not hold.")
    one = lines.of(decided("S2.6", made.results(tmp_path, **times(orders[0], orders[0]))))
    assert "as published" not in one["why"]


def test_what_holds_only_as_published_names_the_part_that_fails(tmp_path):
    one = lines.of(decided("S2.6", made.results(tmp_path, **times([900, 800, 100, 300], [9000, 8000, 3000, 1000]))))
    assert one["why"] == (
        "Measured as it should be, it does not hold that java / hessian is above 1 in the time to serialize. "
        "Measured as published, it does."
    )


def test_a_changed_number_changes_the_verdict(tmp_path):
    made.results(tmp_path, **times([900, 800, 300, 100], [900, 800, 300, 100]))
    path = tmp_path / "bench.json"
    bench = json.loads(path.read_text())
    bench["rows"][3]["samples"] = [[1000.0]] * 3
    path.write_text(json.dumps(bench))
    found = made.Results({"bench": path, "published": tmp_path / "published.jsonl"})
    assert decided("S2.6", found).word == PUBLISHED_ONLY


def test_two_swapped_rows_change_the_verdict(tmp_path):
    made.results(tmp_path, **times([900, 800, 300, 100], [900, 800, 300, 100]))
    path = tmp_path / "bench.json"
    bench = json.loads(path.read_text())
    first, second = bench["rows"][0], bench["rows"][2]
    first["samples"], second["samples"] = second["samples"], first["samples"]
    path.write_text(json.dumps(bench))
    found = made.Results({"bench": path, "published": tmp_path / "published.jsonl"})
    assert decided("S2.6", found).word == PUBLISHED_ONLY


@pytest.mark.parametrize(("gone", "word"), [("rows", NOT_MEASURED), ("measurements", HELD)])
def test_a_missing_result_leaves_the_verdict_where_it_does_not_depend_on_it(tmp_path, gone, word):
    found = times([900, 800, 300, 100], [900, 800, 300, 100])
    found[gone] = () if gone == "rows" else None
    one = lines.of(decided("S2.6", made.results(tmp_path, **found)))
    assert one["verdict"] == word
    assert "make" in next(decision["says"] for decision in one["decisions"].values() if decision["answer"] == MISSING)


def test_where_the_published_protocol_decides_it_must_be_measured(tmp_path):
    found = times([100, 800, 300, 900], [900, 800, 300, 100]) | {"measurements": None}
    one = lines.of(decided("S2.6", made.results(tmp_path, **found)))
    assert (one["verdict"], one["why"]) == (
        NOT_MEASURED,
        "There is no result of the articles' programs in `make claims`.",
    )


def switched(found) -> dict:
    """By switch and protocol: the answer, and whether it changes the verdict."""
    return {(one.switch, one.protocol): (one.decision.answer, one.changes) for one in found.switched}


def test_a_switch_that_says_the_contrary_changes_it(tmp_path):
    arguments = times([900, 800, 300, 100], [9000, 8000, 3000, 1000])
    codecs = zip(SLOWEST_FIRST.values(), [100, 200, 300, 400], strict=True)
    arguments["rows"] += [made.row(codec, "Stock/article_hessian", "encode", time, cold=True) for codec, time in codecs]
    found = switched(decided("S2.6", made.results(tmp_path, **arguments)))
    assert found["a cold process", BENCH] == (Answer.NO, True)
    assert found["JRE 25", PUBLISHED] == (None, False)


def test_a_switch_needs_three_processes(tmp_path):
    arguments = times([900, 800, 300, 100], [9000, 8000, 3000, 1000])
    codecs = zip(SLOWEST_FIRST.values(), [100, 200, 300, 400], strict=True)
    arguments["rows"] += [
        made.row(codec, "Stock/article_hessian", "encode", time, cold=True, samples=[[time, time, time]] * 2)
        for codec, time in codecs
    ]
    found = decided("S2.6", made.results(tmp_path, **arguments))
    assert switched(found)["a cold process", BENCH] == (None, False)
    (cold,) = [one for one in lines.of(found)["switches"] if one["switch"] == "a cold process"]
    assert (cold["answer"], cold["says"]) == (
        MISSING,
        "a switch needs 3 processes that no other program disturbed, and xstream has 2",
    )


def test_a_library_that_keeps_nothing_has_the_same_time_with_the_switch_of_reuse(tmp_path):
    arguments = times([900, 800, 300, 100], [9000, 8000, 3000, 1000])
    *others, last = SLOWEST_FIRST.values()
    # Hessian's own buffer turns the order.
    arguments["rows"].append(made.row(last, "Stock/article_hessian", "encode", 2000, reused=True))
    refused = [
        {"id": f"{codec.replace(':', ' ')} Stock/article_hessian encode reused", "why": KEEPS_NOTHING}
        for codec in others
    ]
    found = decided("S2.6", made.results(tmp_path, **arguments, refused=refused))
    assert switched(found)["streams and buffers kept", BENCH] == (Answer.NO, True)
    (one, *_) = refused
    failed = [{**one, "why": "no end after 30 s"}, *refused[1:]]
    found = decided("S2.6", made.results(tmp_path, **arguments, refused=failed))
    assert switched(found)["streams and buffers kept", BENCH] == (None, False)


def test_the_result_of_the_switches_replaces_no_row_without_a_switch(tmp_path):
    """What reads its own bytes stands in `written_by`, and both results may have its row."""
    row, slow = ({**made.row("java:json/gson", "Stock/article_hessian", "decode", time),
                  "written_by": ["java:json/gson"]} for time in (100, 900))  # fmt: skip
    paths = {}
    for name, rows in (("bench", [row]), ("switches", [slow])):
        (tmp_path / name).mkdir()
        paths[name] = made.results(tmp_path / name, rows=rows).paths["bench"]
    (found,) = made.Results(paths).rows.values()
    assert found["samples"] == row["samples"]


def test_an_undecided_verdict_has_no_switch_that_changes_it(tmp_path):
    arguments = times([900, 890, 300, 100], [9000, 8000, 3000, 1000])
    codecs = zip(SLOWEST_FIRST.values(), [100, 200, 300, 400], strict=True)
    arguments["rows"] += [made.row(codec, "Stock/article_hessian", "encode", time, cold=True) for codec, time in codecs]
    found = decided("S2.6", made.results(tmp_path, **arguments))
    assert found.word == UNDECIDED
    assert switched(found)["a cold process", BENCH] == (Answer.NO, False)


def test_a_runtime_is_a_switch_of_the_published_programs(tmp_path):
    arguments = times([900, 800, 300, 100], [9000, 8000, 3000, 1000])
    for system, time in zip(SLOWEST_FIRST, [1, 2, 3, 4], strict=True):
        arguments["measurements"] += made.measurement("stock", system, "serialize", 1000 * time, changed={"jdk": "25"})
    found = switched(decided("S2.6", made.results(tmp_path, **arguments)))
    assert [known for known, (_, changes) in found.items() if changes] == [("JRE 25", PUBLISHED)]


def test_an_echo_over_another_transport(tmp_path):
    def loads(prefix: str, java: float, protobuf: float) -> list[dict]:
        codecs = (("legacy:java-serial/jdk", java), ("legacy:protobuf/protobuf-java", protobuf), (JSON_LIB, 9000))
        return [
            made.load(codec, prefix + transport, time) for codec, time in codecs for transport in ("socket", "http")
        ]

    found = decided("S1.2", made.results(tmp_path, loads=loads("jboss-", 200, 100) + loads("", 100, 150)))
    assert found.word == PUBLISHED_ONLY
    assert "java(jboss-socket, 127.0.0.1) / protobuf(jboss-socket, 127.0.0.1)" in found.decisions[PUBLISHED].text


def test_a_row_that_lost_a_round_makes_no_pairs(tmp_path):
    """Its times are those of other rounds than the ones with the same numbers in another row."""
    times = [100.0, 102.0, 104.0, 106.0]

    def width(of_protobuf: list[float]) -> float:
        loads = [made.load(codec, "socket", 900) for codec in (JSON_LIB, "legacy:java-serial/jdk")]
        loads[1]["milliseconds"] = [2 * time for time in times]
        loads.append(made.load("legacy:protobuf/protobuf-java", "socket", 0) | {"milliseconds": of_protobuf})
        figure = decided("S1.2", made.results(tmp_path, loads=loads)).decisions[BENCH].figure
        return figure.high - figure.low

    assert width(times) == 0 < width(times[1:])


def test_an_echo_of_other_persons(tmp_path):
    """It is another result, and its origin names the switch."""

    def results(name: str, protobuf: float) -> made.Results:
        folder = tmp_path / name
        folder.mkdir()
        codecs = (("legacy:java-serial/jdk", 200), ("legacy:protobuf/protobuf-java", protobuf), (JSON_LIB, 900))
        loads = [made.load(codec, prefix + "socket", time) for codec, time in codecs for prefix in ("jboss-", "")]
        return made.results(folder, loads=loads)

    name = "echo with a depth of 2"
    paths = {"echo": results("usual", 100).paths["echo"], name: results("deep", 180).paths["echo"]}
    found = switched(decided("S1.2", made.Results(paths)))
    for protocol in (PUBLISHED, BENCH):
        assert found["a depth of 2", protocol][1] and not found["a fan-out of 4", protocol][1]
    assert made.Results(paths).origins[name] == made.BEGUN
    with pytest.raises(Missing, match="there is no result of the echo of `make claims` with a depth of 2"):
        made.Results({}).report(name)


def test_the_echo_of_claims_is_a_full_one_and_also_that_on_all_addresses(tmp_path):
    codecs = ("legacy:protobuf/protobuf-java", "legacy:java-serial/jdk", JSON_LIB)
    cells = [
        made.cell("Persons/random_1000", format_of(codec), codec, codec, "equal", leg="socket@0.0.0.0")
        for codec in codecs
    ]
    path = tmp_path / "echo.jsonl"
    whole = ({}, {"bind": "*"}, echoes.choice(None), echoes.choice("*"))
    for filters, word in (*((one, HELD) for one in whole), ({"client": "legacy"}, NOT_MEASURED)):
        made.report(path, "echo", cells, filters)
        assert decided("S1.8", made.Results({"echo": path})).word == word


def test_rounds_of_an_echo_that_others_disturbed_do_not_count_while_three_remain(tmp_path):
    def decision(java: list[float], others: list[float]):
        codecs = {
            "legacy:java-serial/jdk": java,
            "legacy:protobuf/protobuf-java": [100.0, 101.0, 99.0, 100.0],
            JSON_LIB: [9000.0, 9001.0, 9002.0, 9003.0],
        }
        loads = [
            made.load(codec, prefix + "socket", 1) | {"milliseconds": times, "others": others}
            for codec, times in codecs.items()
            for prefix in ("", "jboss-")
        ]
        # Nothing rests on an open row.
        loads.append(loads[0] | {"kind": "open", "milliseconds": [1.0], "others": [1.0]})
        results = made.results(tmp_path, loads=loads)
        return decided("S1.2", results).word, results.origins["echo"].get("doubts")

    assert decision([200.0, 201.0, 199.0, 900.0], [0.0, 0.1, 0.2, 1.0]) == (HELD, None)
    sentence = "other programs disturbed 6 of the 6 rows of the echo of `make claims`: their times are unreliable"
    assert decision([200.0, 201.0, 199.0, 900.0], [0.0, 0.1, 0.5, 1.0]) == (UNDECIDED, [sentence])


def test_results_say_when_they_were_begun(tmp_path):
    known = made.results(tmp_path, **times([900, 800, 300, 100], [9000, 8000, 3000, 1000])).paths
    found = made.Results({"switches": known["bench"], "published": known["published"]})
    assert found.origins == {"switches": made.BEGUN, "published": made.BEGUN}
    assert decided("S2.6", found).word == NOT_MEASURED


@pytest.mark.parametrize(("disturbed", "word"), [(0, HELD), (1, UNDECIDED), (3, UNDECIDED)])
def test_a_row_with_fewer_than_three_undisturbed_processes_decides_nothing(tmp_path, disturbed, word):
    """However narrow its interval is: a program that runs all the time makes all processes slower alike."""
    arguments = times([900, 800, 300, 100], [9000, 8000, 3000, 1000])
    (_, _, java, _) = arguments["rows"]
    java["disturbed"] = [number < disturbed for number in range(3)]
    found = decided("S2.6", made.results(tmp_path, **arguments))
    assert found.word == word
    if word == UNDECIDED:
        needs = f"a figure needs 3 processes that no other program disturbed, and this one has {3 - disturbed}."
        assert lines.of(found)["why"].endswith(needs)


@pytest.mark.parametrize(("disturbed", "word"), [(0, PUBLISHED_ONLY), (1, UNDECIDED)])
def test_published_programs_beside_others_decide_nothing(tmp_path, disturbed, word):
    arguments = times([900, 800, 100, 300], [9000, 8000, 3000, 1000])
    first, *rest = arguments["measurements"]
    arguments["measurements"] = [msgspec.structs.replace(first, others=1.0 * disturbed), *rest]
    known = made.results(tmp_path, **arguments)
    assert decided("S2.6", known).word == word
    sentence = "disturbed 1 of the 4 rows of the articles' programs in `make claims`: their times are unreliable"
    assert known.origins["published"].get("doubts", []) == [f"other programs {sentence}"] * disturbed


def test_a_busy_machine_is_told(tmp_path):
    known = made.results(tmp_path, **times([900, 800, 300, 100], [9000, 8000, 3000, 1000]))
    (result := json.loads(known.paths["bench"].read_text()))["others"] = 1.04
    known.paths["bench"].write_text(json.dumps(result))
    header = {"results": known.origins}
    assert page.doubts(header) == [
        "other programs used 1.0 cores while the benchmark of `make claims` measured: its times are unreliable"
    ]


def test_sizes_are_exact(tmp_path):
    def claims(size: int):
        cells = [
            made.cell("Testobject/article", "any", codec, codec, "equal", size=bytes_)
            for codec, bytes_ in (
                ("java:java-serial/jdk", size), ("java:json/jackson", 26), ("java:protobuf/protobuf-java", 9),
                ("java:raw/bytebuffer", 22), ("java:raw/unsafe", 22),
            )
        ]  # fmt: skip
        return decided("S3.4", made.results(tmp_path, cells=cells)).word

    assert (claims(109), claims(110)) == (HELD, REFUTED)


def test_lines_are_read_back(tmp_path):
    rows = [lines.of(decided("S2.6", made.results(tmp_path)))]
    path = tmp_path / "claims.jsonl"
    path.write_text(lines.text({"articles": {}}, rows))
    assert lines.read(path) == ({"report": lines.VERSION, "articles": {}}, rows)


def test_lines_of_another_version_are_not_read(tmp_path):
    path = tmp_path / "claims.jsonl"
    path.write_text(lines.text({"report": lines.VERSION - 1, "articles": {}}, []))
    with pytest.raises(lines.Outdated, match="another version"):
        lines.read(path)


def test_every_claim_of_the_articles_is_there():
    counts = {article.id: len(article.claims) for article in ARTICLES}
    assert counts == {"s0": 16, "s1": 10, "s2": 15, "s3": 13, "s4": 8}
    for article in ARTICLES:
        numbers = [claim.id for claim in article.claims]
        assert numbers == [f"{article.id.upper()}.{number}" for number in range(1, len(numbers) + 1)]


def test_the_outputs_are_there():
    assert len(list((FOLDER / "outputs").glob("*.txt"))) == 8
