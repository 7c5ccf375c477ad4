"""Tournaments of manillen: entering, playing the same deals as everyone else, and the list at the end."""
