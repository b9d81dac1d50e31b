"""Reproductions of the libraries' own bugs, one small program each, as a maintainer would want to be sent them.

How to add one: fixtures/upstream/README.md.
"""
