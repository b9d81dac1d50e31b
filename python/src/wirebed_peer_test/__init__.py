"""`make peer-test`: whether one peer keeps the contract of proto/wirebed/README.md, without any other peer.

command      the command itself
contract     the sentences that a peer has to keep
question     one question, and the violations that an answer shows
examiner     asks one peer the questions, judges the answers and collects the failures
view_check   whether bytes are a view of a message, by its descriptor
values       the views from which questions are made
introduction the facts of an introduction
pipe         the group about the process: replies, ids, the end of input
cases        the group about every case through the codec `none`
damage       the group about damaged views
edits        the group about relays that clear or set fields, or write with another codec
unknown      the group about codecs, messages, classes and actions that no peer has
garbage      the group about random and damaged bytes for every codec, and about deep values
output       what the terminal and JUnit XML show

It knows no format and no language: it expects what the schema, the contract, and the entries on `none` in
fixtures/deviations say. Seeds choose everything, so each run asks the same questions.
"""
