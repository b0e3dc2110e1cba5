"""What every room shares: actions, observations, agents, guests, waiting. Imports no other room."""
