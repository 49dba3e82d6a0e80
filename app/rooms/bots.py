"""What bots in a room are called."""

NAMES = {"sapling": "Sapling", "grove": "Grove", "gaia": "Gaia"}
