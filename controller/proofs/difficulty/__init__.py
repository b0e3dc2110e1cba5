"""How much work a task is, measured without a model: by its reference solution."""
