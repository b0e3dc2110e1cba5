"""What is on disk of a run, written and read."""
