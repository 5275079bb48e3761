"""What the methods for sparse precision matrices share."""
