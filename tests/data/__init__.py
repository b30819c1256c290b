"""Cases of tests as data."""
