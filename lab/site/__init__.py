"""The workbook as a site: pages that live without a kernel, for a browser or any static host."""
