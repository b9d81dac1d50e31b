"""The statements about cells: deviations, goldens, the roster, and the rows that they are held against."""
