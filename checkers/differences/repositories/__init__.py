"""Trees of git repositories."""
