"""Upgrades whose effect on bytes or readings is documented, and those that are documented to change nothing.

fixtures/upgrades/documented.yaml has them, as they were written down before anything of them was run.
"""

import json
import os
import subprocess

import pytest
from long_tests import long
from ruamel.yaml import YAML

from wirebed.bed import ROOT

UPGRADES = YAML(typ="safe").load(ROOT / "fixtures/upgrades/documented.yaml")
# An upgrade that changes nothing must have been asked this much.
LEAST = 500


def name(upgrade) -> str:
    return "-".join(word.rpartition(":")[2] for word in versions(upgrade))


def versions(upgrade) -> list[str]:
    """A library and two versions of it, or two pins, of which each has a name."""
    return [upgrade[key] for key in ("set", "from", "to") if key in upgrade]


def answer(tmp_path, upgrade, **options) -> dict:
    words = [f"--{key}={value}" for key, value in options.items()]
    command = [ROOT / "python/wirebed", "upgrade", *versions(upgrade), *words, "--json"]
    clean = {key: value for key, value in os.environ.items() if not key.startswith("WIREBED_") or "CACHE" in key}
    clean["WIREBED_REPORTS"] = str(tmp_path)
    done = subprocess.run(command, env=clean, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    return json.loads(done.stdout)


@long("builds some fifty generations")
@pytest.mark.parametrize("upgrade", [each for each in UPGRADES if "nothing" not in each], ids=name)
def test_what_is_documented_is_found(tmp_path, upgrade):
    said = answer(tmp_path, upgrade, case=upgrade["case"], format=upgrade["format"])
    peer, _, key = upgrade["codec"].partition(":")
    library = key.rpartition("/")[2]
    heads = [finding["text"].partition("\n")[0] for finding in said["findings"]]
    assert any(peer in head and f"/{library} {upgrade['direction']}" in head for head in heads), said


@long("builds some fifty generations")
@pytest.mark.parametrize("upgrade", [each for each in UPGRADES if "nothing" in each], ids=name)
def test_what_changes_nothing_shows_nothing(tmp_path, upgrade):
    said = answer(tmp_path, upgrade)
    assert said["findings"] == [] and said["counts"]["asked"] >= LEAST, said


@long("runs three upgrades twice")
@pytest.mark.parametrize(
    "upgrade",
    [
        {"set": "protobuf", "from": "5.29.5", "to": "6.30.0"},
        {"set": "orjson", "from": "3.11.6", "to": "3.11.7"},
        {"set": "com.google.code.gson:gson", "from": "2.11.0", "to": "2.12.0"},
    ],
    ids=name,
)
def test_what_is_not_asked_does_not_change(tmp_path, upgrade):
    language = "java" if ":" in upgrade["set"] else "python"
    part, whole = (answer(tmp_path, upgrade, language=language, full=full) for full in (0, 1))
    texts = [[finding["text"].partition("\n")[0] for finding in said["findings"]] for said in (part, whole)]
    assert texts[0] == texts[1] and part["counts"]["asked"] < whole["counts"]["asked"]


def test_each_upgrade_says_what_it_is_about():
    for upgrade in UPGRADES:
        assert {"from", "to", "source", "effect"} <= upgrade.keys(), upgrade
        assert "set" in upgrade or "=" in upgrade["from"] and "=" in upgrade["to"], upgrade
        assert "nothing" in upgrade or {"format", "codec", "direction", "case"} <= upgrade.keys(), upgrade
    assert sum("nothing" in each for each in UPGRADES) == 8 and len(UPGRADES) == 33
