"""`make peer-test` against peers that do not keep the contract: each fails, with the place and the sentence."""

from xml.etree import ElementTree

import pytest
from fake_runs import FakeBed
from wirebed_protocol import peer_pb2

from wirebed.bed.folders import ROOT
from wirebed.errors import UserError
from wirebed.peers.scope import Scope
from wirebed_peer_test.command import PeerTest, selected
from wirebed_peer_test.contract import Clause
from wirebed_peer_test.examiner import Examiner
from wirebed_peer_test.introduction import introduced
from wirebed_peer_test.view_check import InvalidView, Views


@pytest.fixture
def asked(fake_runs, capsys):
    """asked("constant") -> (exit code, what was printed, clauses by group, the XML's folder)"""

    def ask(*misbehaviours, chosen=None, scope=None):
        spec = fake_runs.fake("one", *misbehaviours)
        run = PeerTest(
            FakeBed(fake_runs.folder),
            spec,
            fake_runs.folder / "tree",
            fake_runs.schema,
            chosen,
            fake_runs.cases,
            fake_runs.folder,
            scope,
        )
        run.ask()
        code = run.report(fake_runs.folder / "one.xml")
        wrong = {
            group.name: {failure.wrong.clause for failures in group.failures.values() for failure in failures}
            for group in run.groups
        }
        return code, capsys.readouterr().out, wrong

    return ask


def test_the_readme_has_every_sentence():
    readme = (ROOT / "proto" / "wirebed" / "README.md").read_text()
    for clause in Clause:
        assert f"| {clause.value} |" in readme, clause


def test_a_peer_that_accepts_every_view_gets_the_place_and_the_sentence(asked):
    code, out, wrong = asked(chosen="damage none/plain M/map cut-2")
    assert code == 1
    assert wrong == {"damage": {Clause.BUILD}}
    assert "✗ one: damage none/plain M/map cut-2" in out
    assert "asked     encode codec none/plain message t.M `7203`" in out
    assert "answered  encoded `7203`" in out
    assert "expected  encode_error at build: byte 1: the view ends inside a node" in out
    assert Clause.BUILD.value in out
    assert "make peer-test PEER=one QUESTION='damage none/plain M/map cut-2'" in out


def test_a_constant_view_is_a_failure(asked):
    code, out, wrong = asked("constant", chosen="cases *")
    assert code == 1
    assert wrong == {"cases": {Clause.VALUE}}
    assert "✗ one: cases none/message M/big" in out


def test_an_echo_of_the_last_view_is_a_failure(asked):
    code, out, wrong = asked("echo", chosen="cases *")
    assert code == 1
    assert wrong == {"cases": {Clause.VALUE}}


def test_unsupported_is_a_failure_of_a_case(asked):
    code, out, wrong = asked("unsupported", chosen="cases *")
    assert code == 1
    assert "answered  unsupported not today" in out
    code, out, wrong = asked("unsupported", chosen="unknown *")
    assert (code, wrong) == (0, {"unknown": set()})


def test_a_peer_with_wrong_ids_is_asked_nothing_more(asked):
    code, out, wrong = asked("lie")
    assert code == 1
    assert list(wrong) == ["pipe"]
    assert Clause.RESULTS in wrong["pipe"]
    assert "✗ one: pipe batches" in out
    assert "the other groups build on this one and were not asked" in out


def test_a_column_that_answers_otherwise_than_its_tasks_is_a_failure(asked):
    code, out, wrong = asked(chosen="columns *")
    assert (code, wrong) == (0, {"columns": set()})
    code, out, wrong = asked("column-swap", chosen="columns none/plain *")
    assert (code, wrong) == (1, {"columns": {Clause.COLUMN}})
    assert "✗ one: columns none/plain encode" in out and "in a column, encode codec none/plain" in out


def test_a_crash_is_attributed_to_its_question(asked):
    code, out, wrong = asked("crash:MAPPED", chosen="cases none/plain *")
    assert code == 1
    assert out.count("✗ one:") == 1
    assert "✗ one: cases none/plain M/map" in out


def test_a_process_that_is_lost_once_is_a_failure(asked):
    code, out, wrong = asked("unsupported", "once-killed:none/plain", chosen="unknown none/plain no-action")
    assert (code, wrong) == (1, {"unknown": {Clause.ALIVE}})
    assert "a fresh process answered all" in out


def test_the_xml_counts_the_questions(asked, fake_runs):
    asked("constant", chosen="cases *")
    root = ElementTree.parse(fake_runs.folder / "one.xml").getroot()
    names = [test.get("name") for test in root.iter("testcase")]
    assert names == ["none/message (10 questions)", "none/plain (10 questions)"]
    assert len(list(root.iter("failure"))) == 2


def test_a_question_that_does_not_exist_is_an_error(asked):
    with pytest.raises(UserError, match="QUESTION=no/such is the name of no question for one"):
        asked(chosen="no/such")


def test_peers_are_named_by_globs():
    assert [spec.name for spec in selected("ja*, python")] == ["java", "python"]
    with pytest.raises(UserError, match='PEER=pyhton matches nothing; near: "python"'):
        selected("pyhton")


def test_only_what_the_bed_is_about_is_tested(asked):
    assert [spec.name for spec in selected(None, ["python"])] == ["python"]
    with pytest.raises(UserError, match="PEER=java matches nothing; known: python"):
        selected("java", ["python"])
    code, out, wrong = asked("column-swap", chosen="columns *")
    assert "✗ one: columns protobuf/" in out and "✗ one: columns json/" in out
    code, out, wrong = asked("column-swap", chosen="columns *", scope=Scope(formats=("json",)))
    assert "columns protobuf/" not in out and "✗ one: columns json/" in out and "✗ one: columns none/" in out


def _introduction(**fields) -> peer_pb2.Introduction:
    codecs = [
        {"format": "none", "library": "plain", "version": "1", "encodes": True, "decodes": True, "model": "PLAIN"},
        {"format": "json", "library": "x", "version": "1", "encodes": False, "decodes": True, "model": "PLAIN"},
    ]
    return peer_pb2.Introduction(**({"peer": "one", "language": "L", "runtime": "1", "codecs": codecs} | fields))


def _wrong(introduction: peer_pb2.Introduction) -> list[str]:
    return [wrong.expected for wrong in introduced(introduction, "one", ROOT) if wrong is not None]


def test_a_complete_introduction_has_no_violation():
    assert _wrong(_introduction()) == []


def test_missing_parts_of_an_introduction_are_named():
    assert _wrong(_introduction(runtime="")) == ["`runtime`, which is empty"]
    assert _wrong(_introduction(peer="two")) == ["the peer one"]
    lacking = _introduction()
    lacking.codecs[1].settings.add(role=peer_pb2.Setting.CODE, name="a", why="b", reads=[peer_pb2.Setting.KEYS])
    assert _wrong(lacking) == []
    lacking.codecs[1].settings.add(role=peer_pb2.Setting.GUARD, name="c", why="d", reads=[peer_pb2.Setting.KEYS])
    assert _wrong(lacking) == ["conversions only of code and options, not of c of json/x"]
    lacking = _introduction()
    lacking.codecs[1].version = ""
    lacking.codecs.add().CopyFrom(lacking.codecs[0])
    assert _wrong(lacking) == ["none/plain once", "`version` of json/x, which is empty", "none/plain once"]
    lacking = _introduction()
    del lacking.codecs[0]
    assert _wrong(lacking) == ["none/plain, in both directions"]


@pytest.mark.parametrize(
    "path, is_wrong", [("", False), (__file__, False), ("README.md", True), ("/no/library.so", True)]
)
def test_the_file_of_a_library_is_there(path, is_wrong):
    stated = _introduction()
    stated.codecs[1].loaded.path = path
    wrong = [f"the absolute path of a file in `loaded` of json/x, not {path}"]
    assert _wrong(stated) == (wrong if is_wrong else [])


HEAD = b"r\3\0t.M"
NAME = b"\1\0\0\0s\1\0\0\0a"


@pytest.mark.parametrize(
    ("view", "why"),
    [
        (HEAD, "the view ends inside a node"),
        (HEAD + NAME, "the view ends inside a node"),
        (HEAD + NAME + bytes(5), "1 bytes after the view"),
        (HEAD + b"\1\0\0\0b\1\0\0\0a" + bytes(4), "the tag 0x62 instead of s or x or ="),
        (HEAD + b"\1\0\0\0s\1\0\0\0\xff" + bytes(4), "what is not UTF-8"),
        (HEAD + b"\7\0\0\0t" + bytes(4), "t.M has no field 7"),
        (HEAD + b"\4\0\0\0m\xff\xff\xff\xff" + bytes(4), "4294967295 elements in 4 bytes"),
        (b"r\3\0t.N" + bytes(4), "a record of another message than t.M"),
        (b"=" + bytes(4), "no earlier t.M"),
    ],
)
def test_invalid_views_are_found(fake_runs, view, why):
    with pytest.raises(InvalidView, match=why):
        Views(fake_runs.schema).check(view, "t.M")


def test_violations_of_the_canonical_form_are_listed(fake_runs):
    views = Views(fake_runs.schema)
    number = b"\2\0\0\0d" + bytes(8)
    assert views.check(HEAD + NAME + number + bytes(4), "t.M") == []
    (told,) = views.check(HEAD + number + NAME + bytes(4), "t.M")
    assert told == "field 1 of t.M stands twice, or after a later one"
    (told,) = views.check(HEAD + NAME + bytes(4), "t.M", complete=True)
    assert told == "t.M has no field 2, which has no presence"


def test_a_view_that_a_reader_saw_may_be_wider_than_the_type(fake_runs):
    views = Views(fake_runs.schema)
    beyond = HEAD + b"\4\0\0\0m\1\0\0\0s\1\0\0\0ai" + (1 << 40).to_bytes(8, "little") + bytes(4)
    assert views.check(beyond, "t.M", seen=True) == []
    with pytest.raises(InvalidView, match="1099511627776 is out of range"):
        views.check(beyond, "t.M")


def test_every_question_has_a_name_of_its_own(fake_runs, monkeypatch):
    names = []
    monkeypatch.setattr(
        Examiner, "ask", lambda examiner, questions: names.extend(question.name for question in questions)
    )
    spec = fake_runs.fake("one")
    PeerTest(
        FakeBed(fake_runs.folder),
        spec,
        fake_runs.folder / "tree",
        fake_runs.schema,
        "[!p]*",
        fake_runs.cases,
        fake_runs.folder,
    ).ask()
    assert len(names) > 1000
    assert len(set(names)) == len(names)
