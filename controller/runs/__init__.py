"""Runs of many episodes, and studies: launch, guest pool, attempts, limits, resume, replay, the best of several."""
