"""Tasks: files, selection, reference solutions, judging."""
