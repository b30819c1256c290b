"""The fictional search engine: tools that search a world's web, read its pages, keep notes."""
