"""How this host reaches guests: ssh, tunnels, the MCP session, and guests of other processes."""
