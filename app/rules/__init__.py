"""The game of Planet, exactly: pure, without clock, input, output or global randomness.

Read it as a book: `sphere` (the planet's shape), `parts` (tiles, animals, sets), `planet` (regions and
claims), `deal` (what chance decided), `game` (whose move, what is legal, what follows), `scoring`,
`views` (who may see what) and `record` (a whole game on paper). It imports the standard library only.
"""
