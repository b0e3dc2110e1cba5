"""Guests served to OSWorld's own programs: its in-guest server and VLC's interface on this host's loopback."""
