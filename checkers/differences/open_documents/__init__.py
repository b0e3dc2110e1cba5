"""Trees of OpenDocument files: odt, ods, odp."""
