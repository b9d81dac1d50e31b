"""Deviations: stated, reasoned, pinned differences from `equal` (how to write one: fixtures/deviations/README.md).

load           reads the files of deviations and laws
entry          one of them: its cells, its outcome, its reason
reasons        the mechanisms that entries name

selectors      which codecs and legs an entry is about
condition      which places of a value it is about, by these predicates:
predicates       of the value and of its declaration; numbers, texts: of these; packed: of what an Any packs;
                 references: of what a reader of Hessian 2 finds at one
declarations     what a schema declares for a place; java_types, names: in a language; java_classes: of objects
changes          what another version of the schema declares
places         the places themselves; given, given_place: those of given bytes
read_value     what is read instead; functions, calendars, java_numbers: as a function of what was written;
               respelling: of how given bytes are spelled

match          all entries against each cell
stated         one cell against the entries about it
speakers       whose words a difference is
needless       the conditions that exclude nothing
drafts         entries for cells that nothing states; draft_reads, products, yaml_text: their parts
"""

from wirebed.state.deviations.entry import Entry
from wirebed.state.deviations.load import load, of_bed
from wirebed.state.deviations.match import Matcher

__all__ = ["Entry", "Matcher", "load", "of_bed"]
