"""Documents that any agent is given for its work (`--skills DIR`): in the prompt, or by a tool that reads them."""
