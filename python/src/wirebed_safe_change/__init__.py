"""`make evolution OLD= NEW=`: is my change safe?

descriptors      what is answered without a compiler, and where that is known to differ
sources          what OLD and NEW take -> two trees: folders, git_files, archive_files (given_files), descriptor_set
places           where a version declares what
reach            which messages are asked
directions       backward and forward
changes          what changed, by name and by number
names            what has a full name and is gone or of another type: packages, messages, services, rpcs
reserved         numbers and names that a version reserves
fields           what two fields have in common
boundary_values  of a field
contents         bytes and text that hold what the other version declares
inputs           all values that a changed field is tried with
any_values       an Any that holds a message with another name
mutations        relays that set a member of a oneof beside one that they do not know
samples          the samples of every message that is in both versions
observations     what differed in the cells of the run
carriers         which formats write the names of classes
value_words      for which values something happens
causes           which message and field is to blame for it
findings         what happens to each field, for each format and direction
accept           what the user accepts: entries, read by accept_load, with accept_state and accept_comments
gate             from which verdict on a run fails
report           JSON lines, which terminal and markdown show by the sentences of summary and names_summary, and outputs
                 (JUnit, SARIF, annotations) by problems
kept             the report of an earlier run with the same inputs

known_changes asks all of it about changes whose effect the documentation states.
"""
