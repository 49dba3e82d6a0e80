"""Terrahedron: an open, self-hosted online table for the board game Planet."""

VERSION = "0.2.0"  # CHANGELOG.md says what its parts mean
