"""Sheets of paper: a planet unfolded, to print, cut out, fold and glue."""
