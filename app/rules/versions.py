"""Versions of the rules. A game keeps to the one that it was drawn under, so rules change between games only.

A release that changes a rule counts `RULES_VERSION` up, adds it to `KNOWN_RULES`, and has whatever differs
ask the deal (`deal.rules`). It can be brought out while games run: those under way end as they began. No
number ever goes, since finished games are read by their own rules for good.
"""

FIRST_RULES = 1
RULES_VERSION = 1  # of the games that are drawn from now on
KNOWN_RULES = frozenset({1})
