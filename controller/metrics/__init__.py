"""What the records of a run say in numbers: statistics of episodes, metrics, the summary, runs loaded with them."""
