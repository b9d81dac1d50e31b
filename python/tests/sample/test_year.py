"""A year in the repository of a team: fixtures/sample, in a copy that is a repository of its own.

Each test is an event of the year, and goes on from the one before.
"""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from long_tests import long
from workflow import comments, run, taken

from wirebed.bed import ROOT
from wirebed_upgrade.sides import of_today


class Team:
    def __init__(self, root: Path):
        self.root = root
        shutil.copytree(ROOT / "fixtures/sample", root)
        self.git("init", "-q", "-b", "main")
        self.commit("the services")

    def git(self, *words: str) -> str:
        own = ["git", "-C", str(self.root), "-c", "user.name=t", "-c", "user.email=t@example.com"]
        done = subprocess.run([*own, *words], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def commit(self, why: str) -> None:
        self.git("add", "-A")
        self.git("commit", "-qm", why)

    def wirebed(self, *words: str) -> tuple[int, str]:
        """The exit code, and what was printed, of a command about this bed."""
        clean = {
            name: value for name, value in os.environ.items() if not name.startswith("WIREBED_") or "CACHE" in name
        }
        clean["WIREBED_REPORTS"] = str(self.root.parent / "reports")
        command = [str(ROOT / "python/wirebed"), *words]
        done = subprocess.run(command, cwd=self.root, env=clean, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    def change(self, name: str, old: str, new: str) -> None:
        path = self.root / name
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture(scope="module")
def team(tmp_path_factory):
    return Team(tmp_path_factory.mktemp("year") / "shop")


def asked(team: Team) -> tuple[int, str]:
    """What the workflow asks of the schemas."""
    return team.wirebed("evolution", "--old=git:main:proto", "--new=proto", "--accept=accept.yaml")


def test_as_it_is_checked_in_all_is_as_expected(team):
    code, said = team.wirebed("interop", "--bed=.")
    assert code == 0 and "as expected: " in said, said


def test_a_bump_of_a_serializer_is_answered_in_one_comment(team, tmp_path):
    """Renovate bumps what a service runs. What a second push says stands in the place of the first."""
    (team.root / "services").mkdir()
    (team.root / "services/requirements.txt").write_text("flask==3.0.0\norjson==3.11.6\n", encoding="utf-8")
    team.change("fixtures/bed.yaml", "generated:", "libraries: [services/requirements.txt]\ngenerated:")
    team.commit("which libraries the services run")
    team.git("switch", "-qc", "renovate/orjson")
    today = of_today()["orjson"]
    team.change("services/requirements.txt", "==3.11.6", f"=={today}")
    part = {"WIREBED_LANGUAGE": "python", "WIREBED_FORMAT": "json", "WIREBED_CASE": "Event/*"}
    kept = {name: value for name, value in os.environ.items() if name.startswith("WIREBED_") and "CACHE" in name}
    with comments() as (address, texts):
        texts += ["somebody's"] * 100
        github = {"GITHUB_API_URL": address, "GITHUB_REPOSITORY": "team/shop"}
        step = {"base": "main", "bed": "."}
        done, files = taken(team.root, tmp_path, "upgrade", step, number="7", **github, **part, **kept)
        assert done.returncode == 1, done.stdout + done.stderr
        again = {"WIREBED_REPORTS": str(tmp_path / "wirebed"), "GITHUB_TOKEN": "secret", "PULL": "7", **github}
        assert run(team.root, [str(ROOT / ".github/actions/wirebed/comment"), "upgrade"], **again).returncode == 0
        (comment,) = texts[100:]
    assert f"# Upgrade: orjson 3.11.6 → orjson {today}\n" in comment and "python/orjson writes" in comment
    assert comment.partition("\n")[2] in files["GITHUB_STEP_SUMMARY"].read_text(encoding="utf-8")
    team.commit("another orjson")
    team.git("switch", "-q", "main")
    team.git("merge", "-q", "renovate/orjson")


@long("lives the whole year")
def test_a_new_field_is_safe_but_for_java_serialization(team):
    """Old bytes have no such field: protobuf reads the default, and Java's own serialization a null."""
    team.git("switch", "-qc", "channel")
    team.change("proto/orders/order.proto", "= 10;\n", "= 10;\n  string channel = 11;\n")
    code, said = asked(team)
    assert code == 0, said
    code, said = team.wirebed("interop", "--bed=.", "--base=main")
    assert code == 1 and "no entry states that channel is presence-lost" in said, said
    assert "Order/shipped protobuf" not in said.partition("2 unexpected")[2]
    code, said = team.wirebed("baseline", "--bed=.", "--accept=java-serial:*:orders.v1.Order.channel")
    assert code == 0 and "+2 −0 cells" in said, said
    team.commit("orders have a channel")
    team.git("switch", "-q", "main")
    team.git("merge", "-q", "channel")


@long("lives the whole year")
def test_a_breaking_change_is_refused_until_it_is_accepted(team):
    team.git("switch", "-qc", "quantity")
    team.change("proto/orders/order.proto", "uint32 quantity", "string quantity")
    code, said = asked(team)
    assert code == 1 and "orders.v1.Line" in said, said
    team.change("proto/orders/order.proto", "string quantity", "int64 quantity")
    code, said = asked(team)
    assert code == 1 and "orders.v1.Line.quantity" in said, said
    accepted = "accepted:\n  - {message: orders.v1.Line, field: quantity, verdict: corrupting, why: no line has 2^31}\n"
    team.change("accept.yaml", "accepted: []\n", accepted)
    code, said = asked(team)
    assert code == 0, said
    team.git("checkout", "-q", "--", ".")
    team.git("switch", "-q", "main")


@long("lives the whole year")
def test_two_branches_with_goldens_merge(team):
    """Each adds a case, whose goldens lie in folders of their own."""
    for name, number in (("small", 1), ("large", 2**63)):
        team.git("switch", "-qc", name, "main")
        case = team.root / "fixtures/cases/Order" / f"{name}.txtpb"
        head = "# about: {}\n# proto-file: orders/order.proto\n# proto-message: orders.v1.Order\n"
        case.write_text(head.format(name) + f"id: {number}\n", encoding="utf-8")
        code, said = team.wirebed("golden", "--bed=.", f"--case=Order/{name}")
        assert code == 0, said
        team.commit(f"a {name} order")
    team.git("switch", "-q", "main")
    team.git("merge", "-q", "small")
    team.git("merge", "-q", "-m", "both", "large")
    assert team.wirebed("golden", "--bed=.", "--check=1", "--base=main~1")[0] == 0
    code, said = team.wirebed("interop", "--bed=.")
    assert code == 0, said


@long("lives the whole year")
def test_two_branches_with_baselines_merge(team):
    """Each adds a field, and pins what its old bytes lack."""
    for name, file, last in (
        ("note", "money.proto", "string currency = 2;\n"),
        ("colour", "order.proto", "google.protobuf.BoolValue gift = 5;\n"),
    ):
        team.git("switch", "-qc", name, "main")
        team.change(f"proto/orders/{file}", last, f"{last}  string {name} = 20;\n")
        code, said = team.wirebed("baseline", "--bed=.", "--accept-new=1")
        assert code == 0, said
        team.commit(f"a {name}")
    team.git("switch", "-q", "main")
    team.git("merge", "-q", "note")
    team.git("merge", "-q", "-m", "both", "colour")
    code, said = team.wirebed("interop", "--bed=.")
    assert code == 0, said
    baseline = (team.root / "fixtures/baseline.yaml").read_text(encoding="utf-8")
    assert "orders.v1.Money.note" in baseline and "orders.v1.Line.colour" in baseline


@long("lives the whole year")
def test_a_new_format_is_known_from_its_first_run_on(team):
    """What XML makes of these schemas is stated by the entries of Wirebed."""
    team.change("fixtures/bed.yaml", "formats: [", "formats: [xml, ")
    code, said = team.wirebed("interop", "--bed=.")
    assert code == 0 and " xml " in said, said
