"""Guests as virtual machines under libvirt."""
