"""Drafts of tools and tasks, written by a model and proven in guests, for people to review."""
