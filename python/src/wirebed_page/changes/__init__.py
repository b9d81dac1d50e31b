"""The changes since an older run: the first thing on a page. Without BASE= it is that of the page before.

wirebed.report.changes finds them, and `section` shows them.
"""

from wirebed_page.changes.section import section

__all__ = ["section"]
