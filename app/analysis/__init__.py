"""Analysis: a finished game in, what was to be expected of it move by move out, and what might have been.

It looks at games that are over, with all that was hidden: a running game's points would tell its secrets.
The same game gives the same numbers each time, on any machine: chance is drawn from fixed seeds, and effort
is counted in work, not in seconds.
"""
