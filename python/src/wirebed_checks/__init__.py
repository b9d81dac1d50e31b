"""The project's own checks: `make test`, `make check`, and whether the tables of results are current."""
