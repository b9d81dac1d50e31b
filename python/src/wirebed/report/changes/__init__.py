"""Two runs of one suite, held against each other.

`compare` finds the cells that changed, `surroundings` what else differs between the runs, `sentence` sums both up, and
`new` is the part of a report that an older one does not have.
"""
