"""Speed against other packages, and the printed tables of the sources."""
