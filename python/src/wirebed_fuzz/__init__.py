"""`wirebed fuzz`: random values through every writer and reader, each cell held against what the entries predict.

finds     cells that no entry predicts, by what they have in common
figures   how many cells are predicted, of all and of those that are not equal
parts     a message as parts that can be left out
shrink    the smallest value that shows a find
same      other bytes of the same meaning
held      what the values hold, so that it is seen what was not tried
rounds    asks, until the time is over
command   runs, shrinks and prints
"""
