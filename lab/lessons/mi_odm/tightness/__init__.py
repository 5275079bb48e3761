"""The scene `mi-odm/tightness`."""
