"""Judges played by a model: what they are shown, how their answers are read, and how votes make a verdict."""
