"""`wirebed replay`: which recorded messages are read differently by the readers of a bed.

framing     how records lie in files: one module for each family, and `of` for what the user declares
corpus      the files, cut into shards of records; the index is kept
recognise   where the files are not what is declared
question    which reader is right: one that is named, that of today, or none
replayer    asks all readers, in columns; what is not equal goes to
judge       the core's judge, with the entries of the bed
cluster     what was found, added up in any order
privacy     what is shown of a record
progress    what an interrupted replay has done
command     runs it; report, terminal and markdown show it
"""
