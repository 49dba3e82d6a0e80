"""Terrahedron: an open, self-hosted online table for the board game Planet."""
