"""`wirebed fuzz` with SCHEMAS=1: random pairs of schemas, and whether what `wirebed evolution` says of each agrees.

model             a small schema, as values
text              its .proto file
legal             what protoc allows
draw              a random schema
edit              one change of a schema
of_fields, of_types, of_declarations    the changes, by what they are about
pair              a schema, and the same with one to three random changes
answers           what a report says of a pair
known             what the known differences between descriptors and compiled classes explain
ask               asks some pairs at once
together          two changes at once beside the worse of each alone
plan              what is asked, in which trees
shrink            the smallest pair that shows a disagreement
report            what was found
command           runs, shrinks and prints
"""
