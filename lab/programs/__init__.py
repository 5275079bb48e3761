"""Linear and quadratic programs of files and models: read, named, written."""
