"""The model's side of the text protocols that agents use: what a mock model needs to answer their requests."""
