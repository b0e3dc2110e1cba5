"""Two runs on the same tasks."""
