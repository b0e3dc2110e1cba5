"""What of a desktop an agent is shown."""
