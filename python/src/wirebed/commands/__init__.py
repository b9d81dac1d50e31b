"""The commands that need several parts of the runner. No other package imports from here."""
