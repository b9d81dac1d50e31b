"""Green on the first day: pins what a bed of one's own shows beside the stated.

cli       the command `baseline`
command   runs the bed and writes its baseline
update    what a run makes of a baseline: it removes what is gone, and takes what is new when it is asked to
files     the files of a bed that a baseline needs

What a run makes of an entry is in wirebed.state.baseline.
"""
