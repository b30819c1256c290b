"""How a text is read: plain, behind its markup, as records and tables, with disguises undone."""
