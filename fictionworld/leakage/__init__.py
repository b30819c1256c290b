"""What a text gives away, and the guard that lets no such text out."""
