"""A world a day: the same deal for everybody on a day of UTC, one try a person, and what came of it."""
