"""A timed result fits where nothing of it has changed: not its programs, its values or its machine."""

import json

import claim_results as made
import pytest

from wirebed.bed.machine import machine
from wirebed_claims import echoes, today
from wirebed_connections.payloads import Persons

BUILT = {"java": "a digest"}
JAVA = {**made.JAVA, "program": BUILT["java"]}


@pytest.fixture(autouse=True)
def _built_and_values(monkeypatch):
    """What would be measured today."""
    monkeypatch.setattr(today, "_built", lambda kind, names: BUILT)
    monkeypatch.setattr(today, "_values", lambda group: f"values of {group}")
    monkeypatch.setattr(today, "_echoed", lambda persons: "values of an echo" if persons == Persons() else "of others")


@pytest.fixture
def bench(tmp_path):
    """Writes a result of the group `claims` with what is changed; returns its path."""

    def write(**changed):
        parts = dict.fromkeys(("codecs", "rows", "sizes", "code", "refused", "not_reached"), [])
        about = {"result": 1, "interrupted": False, "machine": {**machine(), "memory": 1}, "peers": [JAVA]}
        asked = {"values": "values of claims", "filters": {"BENCH": "encode"}}
        (tmp_path / "bench.json").write_text(json.dumps({**parts, **about, **asked, **changed}))
        return tmp_path / "bench.json"

    return write


def test_a_result_of_today_fits(bench):
    assert today.bench_fits(bench(), "claims", "encode")
    assert not today.bench_fits(bench(), "claims-values", "encode")
    assert not today.bench_fits(bench(), "claims", "encode,decode")


@pytest.mark.parametrize(
    "changed",
    [
        {"interrupted": True},
        {"filters": {}},
        {"values": "others"},
        {"machine": {**machine(), "cpu": "another"}},
        {"peers": [{**JAVA, "program": "another digest"}]},
        {"peers": [made.JAVA]},  # of a version that named no program
        {"peers": [JAVA, {**JAVA, "peer": "rust"}]},
        {"peers": []},
    ],
    ids=str,
)
def test_a_result_of_anything_else_does_not_fit(bench, changed):
    assert not today.bench_fits(bench(**changed), "claims", "encode")


@pytest.mark.parametrize(
    ("lacks", "is_whole"),
    [
        ({}, True),
        ({"not_reached": ["java json/gson Stock/article_hessian decode"]}, False),
        ({"rows": [{"samples": [[1.0]] * 2, "left_out": 0}]}, False),
        ({"rows": [{"samples": [[1.0]] * 2, "left_out": 1}, {"samples": [], "left_out": 0}]}, True),
    ],
)
def test_a_result_that_had_too_little_time_fits_until_there_is_more(bench, lacks, is_whole):
    path = bench(**lacks)
    assert today.bench_fits(path, "claims", "encode") and today.has_enough_processes(path) is is_whole


@pytest.fixture
def echo(tmp_path):
    def write(loads, **changed):
        path = made.report(tmp_path / "echo.jsonl", "echo", [{"load": one} for one in loads], echoes.choice("*"))
        header, *lines = path.read_text().splitlines()
        about = json.loads(header)["header"] | {
            "machine": machine(), "programs": BUILT, "values": "values of an echo", **changed,
        }  # fmt: skip
        path.write_text("\n".join([json.dumps({"header": about}), *lines, ""]))
        return path

    return write


ROW = made.load("legacy:java-serial/jdk", "socket", 80.0)


def test_an_echo_on_all_addresses_is_one_on_the_loopback_too(echo):
    assert today.echo_fits(echo([ROW]), "*") and today.echo_fits(echo([ROW]), None)
    assert not today.echo_fits(echo([ROW], filters=echoes.choice(None)), "*")


@pytest.mark.parametrize(
    "changed",
    [
        {"machine": {**machine(), "cpu": "another"}},
        {"programs": {"java": "another digest"}},
        {"programs": {}},
        {"values": "others"},
    ],
    ids=str,
)
def test_an_echo_of_anything_else_does_not_fit(echo, changed):
    assert not today.echo_fits(echo([ROW], **changed), "*")


def test_an_echo_of_other_persons_fits_alone(echo):
    wider = Persons(fan_out=4)
    path = echo([ROW], filters=echoes.OF_PERSONS, values="of others")
    assert today.echo_fits(path, None, wider) and not today.echo_fits(path, None)
    assert not today.echo_fits(echo([ROW]), None, wider)


def test_an_echo_with_too_few_rounds_fits_until_there_is_time_for_more(echo):
    assert today.has_enough_rounds(echo([ROW]))
    for loads in ([], [ROW, {**ROW, "milliseconds": [80.0, 81.0]}]):
        assert today.echo_fits(echo(loads), "*") and not today.has_enough_rounds(echo(loads))


def test_there_is_no_result(tmp_path):
    assert not today.bench_fits(tmp_path / "bench.json", "claims", "encode")
    assert not today.echo_fits(tmp_path / "echo.jsonl", None)
