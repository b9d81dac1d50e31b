"""The figures of a benchmark result, as SVG and PNG."""
