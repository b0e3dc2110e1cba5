"""The state before and after an episode as trees, and their typed differences."""
