"""Reads a YAML file of fixtures/bench/: a mapping with the keys that it must have."""

from pathlib import Path

from wirebed.bed import ROOT
from wirebed.errors import UserError

FOLDER = ROOT / "fixtures" / "bench"


def read(name: str, *keys: str) -> dict:
    """fixtures/bench/<name>.yaml; UserError, with its place, when it is no YAML or has not these keys at its top."""
    from ruamel.yaml import YAML, YAMLError

    path = name if isinstance(name, Path) else FOLDER / f"{name}.yaml"
    try:
        data = YAML(typ="safe").load(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(error.strerror, path) from error
    except YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = (mark.line + 1, mark.column + 1) if mark else (None, None)
        raise UserError(getattr(error, "problem", None) or str(error), path, *place) from error
    for key in keys:
        if not isinstance(data, dict) or key not in data:
            raise UserError(f"there is no `{key}:`", path)
    return data
