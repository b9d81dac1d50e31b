"""Find and read the case files of a bed."""

from pathlib import Path

from wirebed.cases import txtpb, yaml_case
from wirebed.cases.case import Case
from wirebed.errors import UserError

_READERS = {".txtpb": txtpb.read, ".yaml": yaml_case.read}


def load(bed, schema) -> list[Case]:
    """All cases of the bed by name; [] when it has none. A value is built, and its errors found, on first use."""
    found: dict[str, Case] = {}
    for path in files(bed.fixtures / "cases"):
        case = _READERS[path.suffix](path, f"{path.parent.name}/{path.stem}", schema)
        if case.name in found:
            raise UserError(f"a second case {case.name}, beside {found[case.name].path.name}", path)
        _check_folder(path, case, schema)
        found[case.name] = case
    return [found[name] for name in sorted(found)]


def files(folder: Path) -> list[Path]:
    """The case files below `fixtures/cases`; anything else but a README there is a mistake worth a word."""
    found = []
    for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
        if path.is_dir() or path.name.startswith(".") or path.name == "README.md":
            continue
        if path.suffix not in _READERS:
            raise UserError("a case ends in .txtpb or .yaml", path)
        if path.parent.parent != folder:
            raise UserError("a case belongs in fixtures/cases/<message>/", path)
        found.append(path)
    return found


def _check_folder(path: Path, case: Case, schema):
    descriptor = schema.message(case.message)
    package = descriptor.file.package
    short = case.message[len(package) + 1 :] if package else case.message
    if path.parent.name not in (short, case.message):
        raise UserError(f"a case of {case.message} belongs in the folder {short}", path)
