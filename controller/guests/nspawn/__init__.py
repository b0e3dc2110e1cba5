"""Guests as containers under systemd-nspawn."""
