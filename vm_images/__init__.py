"""The guest image: its recipe, how it is built and how a built one is found."""
