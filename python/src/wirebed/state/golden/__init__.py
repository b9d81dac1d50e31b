"""Golden fixtures (fixtures/golden/README.md): bytes that a codec of a named version wrote, and all must still read.

model         the record of the goldens of a case
record_read   golden.yaml -> a record; record_write: a record -> golden.yaml
store         the files themselves
checker       the goldens in a run
encode        what each codec writes today, several times
update        `make golden`
check_base    `make golden CHECK=1 BASE=`: nothing may vanish or change
closure       the part of a schema that the bytes depend on
dumps         the annotated dumps beside binary goldens
"""

from wirebed.state.golden.checker import Checker, WriteCheck

__all__ = ["Checker", "WriteCheck"]
