"""`wirebed fuzz` with MUTANTS=1: planted faults, each of a bug that a library had, and how long it takes to find them.

mutant    a planted fault, and the file of a bed that lists them
rules     what faults do, by name: scalars and shapes change views, wire changes bytes, refusals refuse
places    the places of a view, each with the field that declares it
tree      a view that was changed, as a view again
proxy     real peers, in which one codec has a fault
shared    random values in which two places are one object
seek      asks until a fault is found
witness   the smallest value that shows it
table     what was found, how and when
command   runs and prints
"""
