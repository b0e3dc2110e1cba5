"""The testbed behind other interfaces: Gymnasium, MCP clients, an SDK's tool runner, mock model APIs."""
