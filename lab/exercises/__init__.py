"""The exercises: one file each, found by looking; its name is the file's, with hyphens."""
