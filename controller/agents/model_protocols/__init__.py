"""What the agents share whose models were trained on a protocol of their own: qwen, uitars, opencua."""
