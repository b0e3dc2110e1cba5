"""Trees of presentations (pptx)."""
