"""Trees of workbooks (xlsx)."""
