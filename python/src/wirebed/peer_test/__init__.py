"""`make peer-test`: whether one peer keeps the contract of proto/wirebed/README.md, without any other peer.

contract     the sentences that a peer is held to
question     one question, and what is wrong with an answer
fits         whether bytes are a view of a message, by its descriptor
values       the views that the questions are made of
kit          the peer, its tree and its cases; asks questions and keeps the failures
pipe         the group that speaks to a process of its own: replies, ids, the end of input
cases        every case through the codec `none`
damage       views that are cut, flipped or of another kind
edits        relays: what is cleared, set, and written by another codec
strangers    what no peer has: codecs, messages, classes, actions
garbage      bytes for every codec that no writer of its format wrote, and deep values
told         what the user sees, and JUnit XML
command      the command itself

It knows no format and no language: what is expected comes from the schema, from the contract, and from the entries on
`none` in fixtures/deviations. Everything is chosen by seeds, so a run asks what the last one asked.
"""
