"""Views of a text: disguises undone, records and tables as cells."""
