"""Trees of SQLite databases."""
