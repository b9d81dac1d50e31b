"""`make changes`: is what `make evolution OLD= NEW=` says of a change true?

truth     the changes of fixtures/changes with their true verdicts, and the known gaps
reported  the verdicts that a report of OLD= NEW= gives for them
judge     the two beside each other
table     the confusion table, as markdown
command   runs every folder of proto/changes and reports
"""

from wirebed_safe_change.known_changes.command import main

__all__ = ["main"]
