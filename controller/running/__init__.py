"""What the runner is made of: guests, workers, tries, limits."""
