"""`wirebed fuzz` with BROKEN=1: damaged bytes through every reader, which agree, or an entry says why not.

spans     the parts of an input that its dump names
damage    the ways in which an input is damaged at such a part
corpus    the inputs, and those that are kept since readers made something new of them
asking    what every reader makes of an input, as a vector
head      what a failure has in common with others of its cause
odd       the readers that do not do as most, as the core judges them
known     fixtures/fuzz/broken.yaml: disagreements that are known, and why
clusters  disagreements that nobody has stated, by what they have in common
smallest  the smallest input of such a cluster
report    what a run has shown
command   asks until the time is over, shrinks and prints
"""
