"""The commands that need several parts of the runner. Studies take from here what shows cells and reads versions.

interop, evolution             the suites
vectors, vectors_table         vectors from outside, read by every reader
golden*                        goldens of cases and of samples
since                          what is new since a commit or a report
init*                          what a new bed says: its schemas, and the files of libraries that it has
bed_libraries                  the versions that `libraries:` of a bed names, and the files that it reads
why_payload                    `make why` of bytes (HEX=, FILE=)
why_cell, why_cell_output      `make why` of a cell: which cells, and how they are shown
options, packages, studies     what commands share
"""
