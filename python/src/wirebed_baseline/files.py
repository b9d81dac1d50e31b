"""Writes the baseline of a bed, and when it is new what makes Git merge it and a run miss it."""

from wirebed.bed import Bed, files, settings, yaml_tree
from wirebed.errors import UserError
from wirebed.state.baseline import Entries, path_of
from wirebed.state.baseline.file import text

# Both branches' lines are kept. Of an entry that both have changed, the loader takes the greater number.
_MERGE = "baseline.yaml merge=union"
_ASKED = "baseline: true"


def write(bed: Bed, entries: Entries) -> None:
    path = path_of(bed)
    if not path.is_file():
        _ask_for_it(bed)
        _add_line(bed, ".gitattributes", _MERGE)
    files.write(path, text(entries.values()))


def _ask_for_it(bed: Bed) -> None:
    """Adds `baseline: true` to the file of the bed, so that a run fails where the baseline was lost."""
    if settings.load(bed).baseline:
        return
    path = bed.fixtures / settings.FILE
    before = files.read_text(path) if path.is_file() else ""
    try:
        yaml_tree.read(_with_line(before, _ASKED), path).want(dict, "a mapping")
    except UserError as error:
        raise UserError(f"add `{_ASKED}` to this file by hand, and begin again", path) from error
    _add_line(bed, settings.FILE, _ASKED)


def _add_line(bed: Bed, name: str, line: str) -> None:
    path = bed.fixtures / name
    before = files.read_text(path) if path.is_file() else ""
    if line not in before.splitlines():
        files.write(path, _with_line(before, line))


def _with_line(before: str, line: str) -> str:
    return f"{before}{'' if before.endswith(chr(10)) or not before else chr(10)}{line}\n"
