"""Variants: formats that are read with other options, as fixtures/evolution/variants.yaml declares them."""

from pathlib import Path

from wirebed.errors import UserError, bad_yaml
from wirebed.peers.codecs import Format

_KEYS = {"format", "options", "about"}


def load_variants(path: Path) -> dict[str, Format]:
    """By name; none where there is no such file."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    if not path.is_file():
        return {}
    try:
        data = YAML(typ="safe").load(path.read_text(encoding="utf-8")) or {}
    except YAMLError as error:
        raise bad_yaml(error, path) from None
    variants = {}
    for name, variant in data.items():
        if not isinstance(variant, dict) or not isinstance(variant.get("format"), str) or set(variant) - _KEYS:
            raise UserError(f"the variant `{name}` has `format:`, `options:` and `about:`", path)
        options = {str(key): str(value) for key, value in (variant.get("options") or {}).items()}
        variants[name] = Format(name, variant["format"], options)
    return variants
