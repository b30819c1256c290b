"""The kinds of pages, one file each: its plan, heads and text. `web/page_kind.py` loads them."""
