"""`wirebed sweep`: what readers make of goldens that are cut or changed at every byte, held against what is pinned.

ways      how a golden is damaged at a byte
letters   what a reader makes of each damaged golden, as a letter for each byte
ask       asks the readers, a column of damaged goldens at a time
pins      the files of a bed with these letters
hold      compares rows with those that are pinned, or with those of today
silence   the inputs that some readers refuse and others read as another value
command   runs, compares and prints
"""
