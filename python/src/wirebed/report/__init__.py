"""Reports: one file of JSON lines a run; the terminal, markdown and JUnit XML are views of it."""

from wirebed.report.jsonl import ReportWriter
from wirebed.report.load import Report, load

__all__ = ["Report", "ReportWriter", "load"]
