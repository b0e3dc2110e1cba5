"""Hostile input: a corpus of items with the host's answer to each, and fuzzing of every parser of the host."""
