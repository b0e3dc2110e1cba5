"""Metrics over episodes, each declared once. docs/metrics.md says how to add one."""
