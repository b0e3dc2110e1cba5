"""What the checker saw, kept, and judged again."""
