"""OSWorld and OSWorld-MCP: their tasks and runners, unmodified, a server of their kind, result trees and metrics."""
