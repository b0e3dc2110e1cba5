"""The applications: their declarations, and when each is ready."""
