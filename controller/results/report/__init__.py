"""Runs as a report: tables beside the paper's, plots, a page. Pure functions of records."""
