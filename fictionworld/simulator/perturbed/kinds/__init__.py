"""The controls that add pages, one file each: `CONTROL` is the object."""
