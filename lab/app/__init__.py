"""The workbook at work: the server, the dashboard, files to hand out, warm kernels."""
