"""Providers of guests, how a guest is reached, watched and diagnosed."""
