"""What chance decides, and that it can be checked."""

import hashlib
import hmac
from collections import Counter

import pytest

from app.rules.deal import commitment, deal_from_seed, is_nonce, thinking_seed
from app.rules.errors import MalformedDeal
from app.rules.parts import HABITATS, REQUIREMENTS

from .playing import ALL_VARIANTS, dealt, nonces_for

SEED = bytes(range(32))


def test_commitment_is_the_sha256_of_the_seed():
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()


def test_the_first_swap_uses_the_first_word_of_the_first_block():
    """Written out by hand from the description of the deal."""
    block = hmac.new(SEED, b"planet-deal/1:nonce-of-seat-0000,nonce-of-seat-0001:0", "sha256").digest()
    first_word = int.from_bytes(block[:4], "big")
    deal = deal_from_seed(SEED, nonces_for(2))
    assert deal.order[49] == first_word % 50


@pytest.mark.parametrize("variants", ALL_VARIANTS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_deal_has_every_tile_once_and_twenty_different_animals(players, variants):
    deal = dealt(5, players, variants)
    assert sorted(deal.order) == list(range(50))
    cards = [card for column in deal.animals for card in column]
    assert len(set(cards)) == len(cards) == 20
    assert set(cards) <= set(REQUIREMENTS)
    assert 0 <= deal.first < players


def test_columns_grow_from_one_to_three_and_are_pairs_with_mystery_animals():
    assert [len(column) for column in dealt(1).animals] == [1, 1, 1, 2, 2, 2, 2, 3, 3, 3]
    assert [len(column) for column in dealt(1, 4, ("mystery",)).animals] == [2] * 10


def test_variants_change_nothing_else_of_the_deal():
    """Objectives are drawn in the beginner game too, and not used."""
    plain, beginner, mystery = dealt(9), dealt(9, 4, ("beginner",)), dealt(9, 4, ("mystery",))
    assert plain.order == beginner.order == mystery.order
    assert plain.first == beginner.first == mystery.first
    assert plain.objectives == mystery.objectives
    assert beginner.objectives is None
    assert plain.objectives is not None
    assert len(set(plain.objectives)) == 4


def test_every_nonce_and_their_order_matter():
    nonces = nonces_for(3)
    deals = {
        deal_from_seed(SEED, nonces).order,
        deal_from_seed(SEED, [*nonces[:2], "another-nonce-0000"]).order,
        deal_from_seed(SEED, nonces[::-1]).order,
        deal_from_seed(SEED, [*nonces[:2], ""]).order,
        deal_from_seed(bytes(32), nonces).order,
    }
    assert len(deals) == 5


def test_deals_are_spread_evenly():
    """Each habitat is seat 0's objective, and each seat first, about equally often in 2,000 deals."""
    deals = [dealt(number) for number in range(2000)]
    objectives = Counter(deal.objectives[0] for deal in deals if deal.objectives)
    assert set(objectives) == set(HABITATS)
    assert all(300 < count < 500 for count in objectives.values())
    assert all(400 < count < 600 for count in Counter(deal.first for deal in deals).values())
    corner = Counter(deal.order[0] for deal in deals)
    assert len(corner) == 50
    assert max(corner.values()) < 80


@pytest.mark.parametrize("nonce", ["a" * 16, "A-b_" * 16, "0" * 64])
def test_nonces_are_16_to_64_plain_characters(nonce):
    assert is_nonce(nonce)


@pytest.mark.parametrize(
    "nonce", ["", "a" * 15, "a" * 65, "a" * 16 + "\n", "ä" * 16, "a,b" * 8, None, 16, ["a"] * 16]
)
def test_anything_else_is_no_nonce(nonce):
    assert not is_nonce(nonce)


@pytest.mark.parametrize(
    ("seed", "nonces", "variants"),
    [
        (b"short", nonces_for(2), ()),
        ("0" * 64, nonces_for(2), ()),
        (SEED, nonces_for(4)[:1], ()),
        (SEED, ["a" * 16] * 5, ()),
        (SEED, ["a" * 16, "b" * 15], ()),
        (SEED, nonces_for(2), ("hard",)),
        (SEED, nonces_for(2), ("mystery", "mystery")),
    ],
)
def test_a_deal_refuses_what_it_cannot_be_dealt_from(seed, nonces, variants):
    with pytest.raises(MalformedDeal):
        deal_from_seed(seed, nonces, variants)


def test_number_that_a_bot_thinks_by_is_the_documented_one_of_seed_and_move():
    seed = bytes(range(32))
    assert thinking_seed(seed, 7) == int(hmac.new(seed, b"planet-bot/1:7", hashlib.sha256).hexdigest(), 16)
    assert len({thinking_seed(seed, moves) for moves in range(48)}) == 48
    assert thinking_seed(bytes(32), 7) != thinking_seed(seed, 7)
