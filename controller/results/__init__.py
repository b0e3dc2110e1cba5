"""What is made of records: tables, comparisons, reports, exports, the viewer; and records made of other results."""
