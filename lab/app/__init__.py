"""The workbook in use: the server, the dashboard, files to give to students, compiled kernels."""
