"""Prints the Debian packages that the peers of a run miss, for python/bootstrap, which installs them before it.

They are those of the peers that the bed and LANGUAGE= are about. Both stand in the environment, where make and
python/wirebed put them. A wrong value ends with 1, and nothing is installed.
"""

import os

from wirebed.commands.options import open_bed
from wirebed.errors import UserError
from wirebed.run.selection import CodecSelection
from wirebed.run.taking_part import taking_part
from wirebed_build.languages import setup


def main() -> None:
    try:
        bed = open_bed(os.environ.get("WIREBED_BED"), os.environ.get("WIREBED_INCLUDE"))
        names = taking_part(bed, CodecSelection(language=os.environ.get("WIREBED_LANGUAGE"))).names
    except UserError:
        raise SystemExit(1) from None  # the command itself says what is wrong
    setup.main("peers", names=names)
