"""Trees of settings of applications."""
