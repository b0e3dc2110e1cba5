"""A run on disk: its folder, events, results, trajectories and final states."""
