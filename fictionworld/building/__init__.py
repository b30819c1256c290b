"""What `build.py` is made of: the configuration, the parts, the workers, the publication."""
