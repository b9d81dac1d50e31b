"""All cases of a bed: those that it wrote, and beside them the generated ones.

`fixtures/bed.yaml` says what a bed does otherwise than others; a bed without the file leaves all as it is:

```yaml
generated: false    # only the cases in fixtures/cases run; left out or true: generated values run beside them
```
"""

from collections.abc import Callable

from wirebed.cases import yaml_tree
from wirebed.cases.boundary import generated
from wirebed.cases.case import Case
from wirebed.cases.load import load
from wirebed.cases.txtpb import read_text

FILE = "bed.yaml"


def of_bed(bed, schema, takes: Callable[[str], bool] = lambda name: True) -> list[Case]:
    """By name. A case of the bed stands for a generated one that has the same name. `takes`: as for `load`."""
    own = load(bed, schema, takes)
    if not generates(bed):
        return own
    found = {case.name: case for case in (*generated(schema), *own)}
    return [found[name] for name in sorted(found)]


def generates(bed) -> bool:
    """Whether values are generated for the bed; UserError, with its place, for what its file should not say."""
    path = bed.fixtures / FILE
    if not path.is_file():
        return True
    said = yaml_tree.read(read_text(path), path).items(("generated",), FILE)
    return "generated" not in said or said["generated"].want(bool, "true or false")
