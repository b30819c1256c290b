"""Keys computed by SQL: many specifications over many worlds of a pack at once."""
