"""What a wheel requires: packages of python/requirements.in, in versions that its lock has.

A package that is pinned there is pinned in the wheel, too. Of any other one, pip may take a later version of the same
major one, since the plugin of pytest shares its environment with the tests of a team.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from packaging.requirements import Requirement
from packaging.version import Version

_HEADING = re.compile(r"# wheel(?:\[([a-z]+)\])?")


@dataclass
class Requirements:
    always: list[str] = field(default_factory=list)
    extras: dict[str, list[str]] = field(default_factory=dict)


def requirements(text: str, pins: Mapping[str, str]) -> Requirements:
    """`text`: of requirements.in. `pins`: package -> version, of its lock."""
    result = Requirements()
    for block in text.split("\n\n"):
        heading, *lines = block.splitlines()
        if matched := _HEADING.fullmatch(heading):
            of_heading = result.extras.setdefault(matched[1], []) if matched[1] else result.always
            of_heading += [_with_version(line, pins) for line in lines]
    return result


def _with_version(line: str, pins: Mapping[str, str]) -> str:
    requirement = Requirement(line)
    if requirement.specifier:
        return line
    version = pins[requirement.name.replace(".", "-")]
    return f"{line}>={version},<{Version(version).major + 1}"
