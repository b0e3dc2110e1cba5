"""Ways to run a guest. A provider is imported only when it is named."""
