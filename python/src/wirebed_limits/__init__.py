"""`wirebed limits`: how deep, long and many each reader reads, found by search and held against what is pinned.

shapes    the fields of a bed's messages in which inputs grow, found by their types
inputs    the bytes of an input, by format, kind and size; text and binary write them
search    the largest size that is read, from answers alone
ask       asks the readers, round by round
pins      the file of a bed with its limits
table     limits as tables
command   runs, compares and prints
growth    how the time of a reading grows with its bytes
growth_command  times readings, and holds growth beyond linear against what is stated
"""
