"""Reads a YAML file of fixtures/bench/: a mapping with the keys that it must have."""

from pathlib import Path

from wirebed.bed import ROOT
from wirebed.errors import UserError, bad_yaml

FOLDER = ROOT / "fixtures" / "bench"


def read(name: str | Path, *keys: str) -> dict:
    """fixtures/bench/<name>.yaml; UserError when it is no YAML or lacks one of these keys at its top."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    path = name if isinstance(name, Path) else FOLDER / f"{name}.yaml"
    try:
        data = YAML(typ="safe").load(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(error.strerror or str(error), path) from error
    except YAMLError as error:
        raise bad_yaml(error, path) from error
    for key in keys:
        if not isinstance(data, dict) or key not in data:
            raise UserError(f"there is no `{key}:`", path)
    return data
