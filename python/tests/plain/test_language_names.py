"""The `names:` file of a language: an error names the file and what is wrong in it."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from wirebed.bed import ROOT
from wirebed.errors import UserError
from wirebed_build.languages import discovery
from wirebed_build.plain.language_names import of_peers


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ({"rules": {"field": {"wrods": ["if"]}}}, "the rule `field` has the key `wrods`; known: words, lower, rewrite"),
        ({"rules": {"field": {"rewrite": {"(": "x"}}}}, r"the rule `field`: `\(` is no regular expression"),
        ({"package": {"start": "plain", "join": "."}}, "`package:` has the keys start, join, rule"),
    ],
)
def test_a_wrong_file(names, message):
    peer = SimpleNamespace(names_key="x", names=names, names_file=Path("x/names.yaml"))
    with pytest.raises(UserError, match=message) as error:
        of_peers([peer])
    assert str(error.value).startswith("x/names.yaml")


def test_the_files_of_the_project():
    peers = discovery.in_folder(ROOT)
    assert {"cpp", "python"} <= set(of_peers(peers))
