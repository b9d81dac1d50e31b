"""`wirebed limits`: how deep, long and many each reader reads, found by search and held against what is pinned.

shapes    the fields of a bed's messages in which inputs grow, found by their types
inputs    the bytes of an input, by format, kind and size; text and binary write them
search    the largest size that is read, from answers alone
ask       asks the readers, round by round
pins      the file of a bed with its limits
table     limits as tables
command   runs, compares and prints
collisions  keys that hash tables find hard to tell apart
alone     a process that is asked one reading at a time
memory    how much memory a reading needs
series    how a figure grows over inputs
growth    how the time and memory of a reading grow with its bytes
stated    the file of a bed with the growth that is known
growth_table    growth as tables
growth_command  measures readings, and holds growth beyond linear against what is stated
"""
