"""Methods for linear and quadratic programs, one file each."""
