"""The exercises of this lesson, one file each; the name is the file's, with hyphens."""
