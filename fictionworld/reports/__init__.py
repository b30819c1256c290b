"""Reports as self-contained HTML files: plots, and the page that they stand on."""
