"""What is stated of the cells: deviations, goldens, the roster, and the rows that they are held against."""
