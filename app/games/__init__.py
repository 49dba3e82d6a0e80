"""Games: the log of each, who may write to it, and what time and absence do to it."""
