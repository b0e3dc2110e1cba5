"""How this host reaches guests: ssh, tunnels, the MCP session; who else's guests there are."""
