"""Which modules this process has imported by now, and where it looks for modules: the introduction says it."""

import sys


def files() -> list[str]:
    """The files of all modules. Those without a file are part of Python's own."""
    specs = (getattr(module, "__spec__", None) for module in list(sys.modules.values()))
    return sorted({spec.origin for spec in specs if spec is not None and (spec.origin or "").startswith("/")})


def places() -> list[str]:
    """The folders and archives in which modules were looked for by their names, whether they were there or not."""
    return sorted(place for place in sys.path_importer_cache if place.startswith("/"))
