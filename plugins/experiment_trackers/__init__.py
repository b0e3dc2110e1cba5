"""Export formats of experiment trackers: MLflow and Weights & Biases."""
