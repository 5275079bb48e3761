"""The scene `mi-odm/margins`."""
