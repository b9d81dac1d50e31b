"""`wirebed conformance`: protobuf's own conformance suite, and documents for readers of JSON and XML, over the codecs
of the peers, held against what is pinned.

testee     the program that protobuf's suite starts for a peer: each of its requests is a relay
suite      builds that suite, runs it over a peer, and reads what it says
documents  the other suites: each document by each reader
run        the suites, each over the codecs that are chosen
outcomes   what a suite says of a test
tests      what the name of a test says: its format and category
pins       the tests that fail, a file for each codec
entries    why they fail: the suite's own list of the library, or an entry of this repository
hold       what has failed, held against pins and entries
terminal   the table, and what is not as expected
command    compares and prints
"""
