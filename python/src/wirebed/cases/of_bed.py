"""All cases of a bed: those of its files, and generated ones.

`fixtures/bed.yaml` has the settings of a bed. Without the file the defaults hold:

```yaml
generated: false    # only the cases in fixtures/cases run; default true: generated cases run as well
shows_left: true    # a full run has to show all that codecs state to leave; default false
```
"""

from collections.abc import Callable

from wirebed.cases import yaml_tree
from wirebed.cases.case import Case
from wirebed.cases.generated_cases import generated
from wirebed.cases.load import load
from wirebed.cases.txtpb import read_text

FILE = "bed.yaml"


def of_bed(bed, schema, takes: Callable[[str], bool] = lambda name: True) -> list[Case]:
    """The cases by name. A case of the bed replaces a generated one with the same name. `takes`: as for `load`."""
    own = load(bed, schema, takes)
    if not generates(bed):
        return own
    found = {case.name: case for case in (*generated(schema), *own)}
    return [found[name] for name in sorted(found)]


def generates(bed) -> bool:
    """Whether cases are generated for the bed; UserError, with its place, for an invalid setting."""
    return _setting(bed, "generated", True)


def shows_left(bed) -> bool:
    """Whether a full run has a failure for all that codecs state to leave."""
    return _setting(bed, "shows_left", False)


def _setting(bed, name: str, default: bool) -> bool:
    path = bed.fixtures / FILE
    if not path.is_file():
        return default
    settings = yaml_tree.read(read_text(path), path).items(("generated", "shows_left"), FILE)
    return settings[name].want(bool, "true or false") if name in settings else default
