"""The core of the runner: beds, peers, runs, what is stated of their cells, and reports.

bed       folders, settings, schemas, names
view      a value as readers see it, comparisons of two, annotated dumps of bytes
cases     values and bytes that a run starts from
peers     the processes that encode and decode, and their answers that are kept
state     what is stated of cells: deviations, goldens, the roster
report    the lines of a run, their reader, and the views of them
run       the engine: routes, references, judge; one run of a suite
suites    interop and evolution
commands  what a user types

wirebed_build, below it, builds the peers. The studies beside it show, measure or argue; it knows none of them.
"""

import time

LOADED = time.time_ns()  # when the first module was
