"""Several methods on one problem and one clock."""
