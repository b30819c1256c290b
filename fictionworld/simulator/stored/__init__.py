"""One world's web on disk: written once for all policies, read page by page."""
