"""The agent's eyes and hands: screenshots, keyboard, pointer and windows of the X desktop."""
