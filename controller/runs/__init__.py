"""Runs and studies: guest pool, workers, attempts, resume, replay, validation of tasks."""
