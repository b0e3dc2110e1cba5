"""Trees of text documents (docx)."""
