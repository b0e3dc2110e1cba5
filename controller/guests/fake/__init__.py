"""A simulated guest without a desktop, for tests and for trying agents."""
