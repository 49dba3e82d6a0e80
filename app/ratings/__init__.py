"""How well people play, as far as rated games tell: the mathematics, and the journal of every change."""
