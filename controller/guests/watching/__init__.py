"""A guest's screen, live: in a browser page and for VNC clients, on this host's loopback."""
