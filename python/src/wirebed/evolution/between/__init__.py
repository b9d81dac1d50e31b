"""`make evolution OLD=<folder> NEW=<folder>`: is my change safe?

folders      two folders of .proto files -> two trees
changes      what changed, by name and by number
fields       what two fields have in common
values       boundary values of a field
samples      the samples of every message that is in both versions
sights       what differed in the cells of the run
conditions   for which values, in words
findings     what happens to each field, per format and direction
accept       what the user declares and what is known
report       JSON lines, terminal, markdown
"""

from wirebed.evolution.between.command import main

__all__ = ["main"]
