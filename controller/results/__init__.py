"""What the records say: metrics, comparison, reports, exports, viewer."""
