"""Runs of many episodes, and studies: guest pool, workers, attempts, resume, replay, judging, the best of several."""
