"""The scene `mi-odm/mirror`."""
