"""Task sources: one module or folder each, found by `registry`."""
