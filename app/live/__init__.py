"""Sockets: what is said at a table while people are there, and how everybody hears of it."""
