"""The wheel in a bare environment: built, installed, and asked about the schemas of a team, without a clone."""

import pytest
from bare import Bare
from long_tests import long

SHOP = 'syntax = "proto3";\npackage shop;\nmessage Order {{ {} quantity = 1; string note = 2; }}\n'


@pytest.fixture(scope="module")
def bare(wheel, tmp_path_factory):
    bare = Bare(tmp_path_factory.mktemp("bare"))
    bare.install(str(wheel))
    return bare


@pytest.fixture(scope="module")
def shop(bare):
    """The folder of a team, with the schema of today and, in old/, that of before. `wirebed init` makes it a bed."""
    shop = bare.folder / "shop"
    for version, type in (("old", "int64"), ("proto", "int32")):
        (shop / version).mkdir(parents=True)
        (shop / version / "shop.proto").write_text(SHOP.format(type))
    code, text = bare(shop, "init", "BED=.", "LANGUAGE=python", "FORMAT=protobuf,json")
    assert code == 0 and "next: wirebed interop BED=." in text, text
    return shop


def test_it_is_small(wheel, bare):
    assert wheel.stat().st_size <= 10e6
    assert bare.megabytes <= 200


def test_its_help_has_the_commands_of_make(bare, shop):
    code, text = bare(shop, "--help")
    assert code == 0, text
    for command in ("init", "interop", "evolution", "why", "golden", "report", "baseline", "review"):
        assert f"  {command} " in text


def test_two_versions_of_a_schema(bare, shop):
    """The bed of the current folder says that Python alone takes part, so nothing is missing."""
    code, text = bare(shop, "evolution", "old", "proto")
    assert code == 1 and "shop.Order.quantity" in text, text
    code, text = bare(shop, "evolution", "OLD=old", "NEW=old")
    assert code == 0, text


def test_the_bed_of_the_current_folder(bare, shop):
    code, text = bare(shop, "interop")
    assert code == 0 and "python/upb" in text, text
    code, text = bare(shop, "why", "FORMAT=protobuf", "MESSAGE=shop.Order", "HEX=0807")
    assert code == 0 and "quantity" in text, text
    code, text = bare(shop, "report")
    assert code == 0 and "wirebed evolution" in text and "make " not in text, text


@long("installs pytest, too")
def test_a_report_is_a_test_of_pytest(bare, shop, wheel):
    assert bare(shop, "interop")[0] == 0
    bare.install(f"{wheel}[pytest]")
    (report,) = bare.home.rglob("interop.jsonl")
    code, text = bare(shop, "-p", "wirebed_pytest", "-p", "no:cacheprovider", str(report), program="pytest")
    assert code == 0 and " passed" in text, text


def test_a_language_without_its_compiler_is_named_and_not_installed(bare, shop):
    both = bare.folder / "both"
    (both / "fixtures").mkdir(parents=True)
    (both / "proto").symlink_to(shop / "proto")
    (both / "fixtures" / "bed.yaml").write_text("languages: [java, python]\nformats: [protobuf]\n")
    code, text = bare(both, "interop")
    assert code == 3 and "apt-get install" in text, text
    assert not (bare.folder / "apt-was-called").exists()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["check"], "`wirebed check` is about the repository of Wirebed"),
        (["golden"], "`wirebed golden` writes into a bed: say BED=<folder>"),
        (["interop", "CASES=a"], "No such option: --cases"),
        (["evolution", "git:main:proto", "proto"], "git is not installed"),
        (["evolution", "proto"], "two versions of a schema are compared"),
    ],
)
def test_what_it_refuses(bare, tmp_path, words, why):
    code, text = bare(tmp_path, *words)
    assert code == 2 and why in text and "exit code 2" in text, text


def test_it_writes_into_the_folders_of_xdg_and_the_bed_alone(bare, shop):
    """The tests above have run more commands."""
    assert bare(shop, "evolution", "old", "old")[0] == 0
    assert {path.name for path in bare.home.iterdir()} == {"xdg-cache", "xdg-state"}
    written = {str(path.relative_to(shop)) for path in shop.rglob("*") if path.is_file()}
    assert written == {"old/shop.proto", "proto/shop.proto", "fixtures/bed.yaml"}
