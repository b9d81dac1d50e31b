"""The section on what survives the trip from one language to another: by kind of value, and in words.

`kinds` are the values that the table has a row for, `squares` what became of them, `findings` the cells that are not
exact by what pins them, `sentences` one sentence for each, `answers` what each two languages lose in a format, `found`
the kinds for the search, and `section` the card, the blocks and the files of that.
"""

from wirebed_page.trip.section import section

__all__ = ["section"]
