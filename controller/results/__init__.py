"""What is made of records: tables, comparisons, reports, exports, data for Python, the viewer; and imported runs."""
