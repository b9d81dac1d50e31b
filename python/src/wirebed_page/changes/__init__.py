"""The changes since an older run: the first thing on a page that was made with BASE=.

`compare` finds the cells that changed, `surroundings` what else differs between the runs, `section` shows both.
"""

from wirebed_page.changes.section import section

__all__ = ["section"]
