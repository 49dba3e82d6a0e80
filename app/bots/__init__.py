"""Bots: a view in, a move out. They import the rules and nothing else, and see what their seat sees."""
