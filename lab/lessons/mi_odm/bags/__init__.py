"""The scene `mi-odm/bags`."""
