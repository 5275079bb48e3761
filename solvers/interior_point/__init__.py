"""Interior-point methods, one file each."""
