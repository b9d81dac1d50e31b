"""A file for each transport."""
