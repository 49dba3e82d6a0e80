"""Whole games by machine: after every move each tile and each card exists exactly once, and more."""

import json
from collections import Counter

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from app.rules.errors import GameOver, NoSuchSeat
from app.rules.events import AnimalAwarded, LeftoversPut, RoundBegun
from app.rules.game import apply_move, fold, new_game
from app.rules.parts import base_set
from app.rules.planet import Placement
from app.rules.record import deal_from_json
from app.rules.views import view

from .playing import ALL_VARIANTS, dealt


class WholeGame(RuleBasedStateMachine):
    """Plays any legal moves and keeps books of its own from the events alone."""

    @initialize(
        number=st.integers(0, 2**64), players=st.integers(2, 4), variants=st.sampled_from(ALL_VARIANTS)
    )
    def deal(self, number, players, variants):
        self.state = new_game(base_set(), dealt(number, players, variants))
        self.in_box_tiles, self.in_box_cards = [], []
        self.seen_rounds = [1]

    @precondition(lambda self: not self.state.is_over)
    @rule(choice=st.integers(0, 299))
    def move(self, choice):
        legal = list(self.state.legal_placements())
        self.state, events = apply_move(self.state, self.state.due, legal[choice % len(legal)])
        for event in events:
            if isinstance(event, LeftoversPut) and event.pile is None:
                self.in_box_tiles += event.tiles
            if isinstance(event, AnimalAwarded) and event.to == "box":
                self.in_box_cards.append(event.award.animal)
            if isinstance(event, RoundBegun):
                self.seen_rounds.append(event.round)

    @precondition(lambda self: self.state.is_over)
    @rule(seat=st.integers(0, 3), face=st.integers(0, 11))
    def move_after_the_end(self, seat, face):
        with pytest.raises((GameOver, NoSuchSeat)):
            apply_move(self.state, seat, Placement(self.state.shown[0], face, 0))

    @invariant()
    def every_tile_is_in_one_place(self):
        state = self.state
        places = [move.placement.tile for move in state.moves]
        places += [*self.in_box_tiles, *state.leftovers[0], *state.leftovers[1]]
        places += [] if state.is_over else state.display
        places += state.deal.order[5 * state.round :]
        assert Counter(places) == Counter(range(50))

    @invariant()
    def every_card_is_in_one_place(self):
        cards = [card for column in self.state.columns for card in column] + self.in_box_cards
        cards += [award.animal for award in self.state.awards if award.seat is not None]
        assert Counter(cards) == Counter(card for column in self.state.deal.animals for card in column)

    @invariant()
    def planets_carry_what_was_laid(self):
        for seat, planet in enumerate(self.state.planets):
            laid = [move.placement for move in self.state.moves if move.seat == seat]
            letters = Counter("".join(base_set().tiles[placement.tile] for placement in laid))
            letters["."] = 60 - letters.total()
            assert Counter(planet.areas) == +letters

    @invariant()
    def rounds_come_in_order(self):
        assert self.seen_rounds == list(range(1, self.state.round + 1))

    @invariant()
    def views_can_be_written(self):
        for audience in (None, *range(self.state.players)):
            assert json.loads(json.dumps(view(self.state, audience))) == view(self.state, audience)

    def teardown(self):
        state = getattr(self, "state", None)
        if state is not None:
            moves = [(move.seat, move.placement) for move in state.moves]
            assert fold(base_set(), state.deal, moves) == state
            assert deal_from_json(json.loads(json.dumps(state.deal.to_json())), state.players) == state.deal


TestWholeGame = WholeGame.TestCase
TestWholeGame.settings = settings(max_examples=40, stateful_step_count=50, deadline=None)
