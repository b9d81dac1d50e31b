"""The bed: its folders and settings, its schema, and the names and globs of codecs."""

from wirebed.bed.folders import BUILD, CACHE, PROGRAM, REPORTS, ROOT, Bed, name_of

__all__ = ["BUILD", "CACHE", "PROGRAM", "REPORTS", "ROOT", "Bed", "name_of"]
