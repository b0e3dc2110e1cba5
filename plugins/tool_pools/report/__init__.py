"""A section of reports: runs beside the numbers of the papers on large tool pools. docs/reports.md."""
