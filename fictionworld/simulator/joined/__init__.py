"""The webs of several worlds under one index: a federation, as tools see it."""
