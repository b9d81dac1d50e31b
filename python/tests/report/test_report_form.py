"""Every form of a report that was ever written is read, and one of a later form is refused by name."""

import msgspec
import pytest

from wirebed.errors import UserError
from wirebed.report import load
from wirebed.report.cell import Cell, Difference, Left, Line
from wirebed.report.footer import Footer
from wirebed.report.header import VERSION
from wirebed.report.of_today import header_of
from wirebed.view.outcome import Outcome

# As `make interop` and `make evolution` wrote them in November 2026, cut to a few lines. No change of the form may make
# it necessary to edit this text: teams keep reports, and hold new runs against them.
FORM_1 = """\
{"header":{"report":1,"suite":"evolution","bed":"interop","variables":[],"filters":{"step":"s01*"},"kept":true,\
"started":"2026-11-25T14:54:43+00:00","machine":{"system":"Linux","cpu":"AMD EPYC","cores":2},"commit":"15386ee9",\
"content":"","build":"a0141025","runner":"3.11.7",\
"peers":[{"peer":"java@v1","language":"Java","runtime":"OpenJDK 17.0.15"}],\
"codecs":[{"codec":"java:json/gson","format":"json","library":"gson","version":"2.13.2","model":"plain","settings":[\
{"role":"option","name":"serializeNulls()","value":"","why":"as null","reads":[],"writes":["nulls"]}]}]}}
{"step":"s01_add_field","change":"A field is added","versions":["v1","v2"],"samples":["v1.set"],\
"docs":{"protobuf":{"says":"safe","at":"https://protobuf.dev/"}},"unchanged":["s01:7"]}
{"case":"Stock/a","format":"none","writer":"java:none/plain","readers":["java:none/plain"],"run":[],\
"outcome":"equal","value":"b57d73a0"}
{"case":"s01_add_field/v2.set","leg":"relay-old","format":"json","writer":"java:json/gson","relay":"python:json/orjson",\
"readers":["cpp:json/nlohmann","java:json/gson"],"kept":["java:json/gson"],"outcome":"differs","lost":["dropped"],\
"entries":["s01:7"],"problems":["no entry states it"],"differences":[{"path":"a","kind":"dropped","type":"int32",\
"expected":"7","actual":"absent","by":"codec"}],"more_differences":2,"expected":"0c1d","read":"1f2e",\
"source":"fixtures/golden/a.json","size":9,"value":"b57d","bytes":"aa00","relayed":"bb11"}
{"case":"s01_add_field/v1.set","leg":"backward","format":"json","writer":"java:json/gson",\
"readers":["java:json/gson"],"outcome":"refused","stage":"write","manner":"typed","by":"library","side":"relay",\
"reason":"no","left":{"what":"output","size":3,"data":"cc22"},"derived":true,"reject":true}
{"load":{"kind":"open","payload":"Persons/random_9","client":"java:json/gson","server":"java:json/gson",\
"transport":"http","bind":"127.0.0.1","connections":4,"rounds":1,"echoes":9,"wrong":0,"failed":0,"seconds":1.5,\
"throughput":6.0,"rate":6.1,"milliseconds":[131.575],"round_trip":{"p50":125270,"p99.9":785753},\
"whole":{"p50":163869},"sent":180.5,"received":180.5}}
{"footer":{"cells":4,"outcomes":{"differs":2,"equal":1,"refused":1},"failures":{"library":{"typed":1}},"unexpected":2,\
"kept":{"cells":1,"again":0,"seed":7,"unstable":["a line"],"fresh":false},"planned":4,"questions":3,"missing":[],\
"uncovered":["u"],"stale":["s"],"goldens":["g"],"left":{"output":{"java:json/gson":1}},"left_otherwise":["l"],\
"beside":[{"case":"Stock/a","format":"none","writer":"a:none/plain","reader":"b:none/plain","outcome":"equal"}],\
"hint":"h","unstated":"t","exit":1,"times":{"seconds":0.5,"with_start":1.0,"formats":{"json":8},"slow":{"a:b/c":2.5},\
"timing":[{"codec":"java:json/gson","reader":"v2","bytes":"v1","size":0,"decode_ns":58,"decode_median_ns":60},\
{"codec":"java:json/gson","format":"json","case":"Stock/a","left_out":"slow"}],"untimed":false,"whole":1.5}}}
"""


def test_the_first_form(tmp_path):
    path = tmp_path / "kept.jsonl"
    path.write_text(FORM_1)
    report = load(path)
    header, footer = report.header, report.footer
    assert (header.version, header.suite, header.filters, header.machine.cores) == (1, "evolution", {"step": "s01*"}, 2)
    assert (header.peers[0].language, header.codecs[0].settings[0].name) == ("Java", "serializeNulls()")
    none, line, failed = report.lines
    assert (none.outcome, none.run, none.kept, none.size, none.left) == (Outcome.EQUAL, (), (), None, None)
    assert line == Line(
        case="s01_add_field/v2.set", leg="relay-old", format="json", writer="java:json/gson",
        relay="python:json/orjson", readers=("cpp:json/nlohmann", "java:json/gson"), kept=("java:json/gson",),
        outcome=Outcome.DIFFERS, lost=("dropped",), entries=("s01:7",), problems=("no entry states it",),
        differences=(Difference("a", "dropped", "int32", "7", "absent", "codec"),), more_differences=2,
        expected="0c1d", read="1f2e", source="fixtures/golden/a.json", size=9, value="b57d", bytes="aa00",
        relayed="bb11",
    )  # fmt: skip
    assert [cell.reader for cell in report.cells[1:3]] == list(line.readers) and report.unexpected == report.cells[1:3]
    assert (failed.stage, failed.manner, failed.by, failed.side) == ("write", "typed", "library", "relay")
    assert failed.derived and failed.reject and failed.left == Left("output", 3, "cc22")
    (step,), (timed,) = report.steps, report.loads
    assert (step.docs["protobuf"].says, step.unchanged, timed.whole["p50"]) == ("safe", ("s01:7",), 163869)
    assert footer.beside == (
        Cell(case="Stock/a", format="none", writer="a:none/plain", reader="b:none/plain", outcome=Outcome.EQUAL),
    )
    assert (footer.kept.unstable, footer.failures, footer.exit) == (("a line",), {"library": {"typed": 1}}, 1)
    assert [row.left_out for row in footer.times.timing] == [None, "slow"]


def test_a_report_that_does_not_say_its_form_has_the_first(tmp_path):
    path = tmp_path / "old.jsonl"
    path.write_text(FORM_1.replace('"report":1,', ""))
    assert load(path).header.version == 1


def test_a_later_form_is_refused(tmp_path):
    path = tmp_path / "new.jsonl"
    # A later form may say the same thing in another way.
    later = FORM_1.replace('"report":1,', f'"report":{VERSION + 1},').replace('"peers":[', '"peers":7,"of":[')
    path.write_text(later)
    with pytest.raises(UserError, match=rf"new.jsonl: this report has form {VERSION + 1}, .* none after {VERSION}"):
        load(path)
    assert header_of(path) is None


def test_a_line_of_no_known_sort_is_damage(tmp_path):
    path = tmp_path / "odd.jsonl"
    path.write_text(FORM_1.replace('"outcome":"refused"', '"outcome":"postponed"'))
    with pytest.raises(UserError, match=r"odd.jsonl:5: this report is damaged"):
        load(path)


def test_every_list_of_faults_is_among_the_faults():
    """Else a view shows nothing of it, and a run with BASE= judges nothing of it."""
    lists = {field.name for field in msgspec.structs.fields(Footer) if field.type == tuple[str, ...]}
    assert lists == {"missing", *Footer().faults}
