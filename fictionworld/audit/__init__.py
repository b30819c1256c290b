"""The leakage audit: what an agent could learn without reading a page, measured."""
