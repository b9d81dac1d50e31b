"""Green on the first day: pins what a bed of one's own shows beside the stated, and reviews that entry by entry.

cli       the commands `baseline` and `review`
command   runs the bed and writes its baseline
update    what a run makes of a baseline: it removes what is gone, and takes what is new when it is asked to
suites    the suites of a bed that run for it
files     the files of a bed that a baseline needs
review    walks through the unreviewed entries, most cells first
fitting   the known reasons that fit a cell

What a run makes of an entry is in wirebed.state.baseline.
"""
