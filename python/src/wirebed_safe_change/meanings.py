"""The meaning of each kind of difference and failure for whoever changed a schema; the mildest first."""

from wirebed.view.outcome import OUTCOMES

MEANINGS = {
    "preserved": "not known to the reader, kept by a relay",
    "default-filled": "reads as a default",
    "other-default": "absent reads as another default",
    "reordered": "comes in another order",
    "widened": "comes in a wider type",
    "identity-lost": "one object becomes two",
    "presence-lost": "set to its default and absent are no longer told apart",
    "dropped": "lost",
    "collapsed": "several become one",
    "unread": "never arrives: the reader has the field and sees its default",
    "narrowed": "cut to a narrower type",
    "unusable": "is read, and fails when it is used",
    "stale": "an old value wins over a newer one",
    "reinterpreted": "reads as another value",
    "reserved": "what was written before the reservation reads as something else",
    **{outcome.value: words.means for outcome, words in OUTCOMES.items() if words.means},
}
