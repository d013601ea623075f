"""Blocks: who is blocked by name, and how a player is let alone."""

import pytest
from django.utils import timezone

from accounts.blocks import MOST_BLOCKS, are_apart, block, list_blocks, unblock
from accounts.errors import BadRequest, NotFound, QuotaReached
from accounts.identity import Actor
from accounts.models import Block, Player
from accounts.tenancy import tenant_scope
from tests.support.rooms import make_actor


def names(actor: Actor) -> list[str]:
    return [each.blocked.name for each in list_blocks(actor)]


def test_a_player_is_blocked_and_unblocked_by_name(first: Actor, second: Actor) -> None:
    made, is_new = block(first, f" {second.player.name.upper()} ")
    assert is_new
    assert names(first) == [second.player.name]
    assert names(second) == []
    unblock(first, made.id)
    assert names(first) == []


def test_blocking_twice_is_one_block(first: Actor, second: Actor) -> None:
    one, _ = block(first, second.player.name)
    again, is_new = block(first, second.player.name)
    assert (again.id, is_new) == (one.id, False)


def test_a_block_stays_when_the_blocked_player_takes_another_name(first: Actor, second: Actor) -> None:
    block(first, second.player.name)
    Player.everywhere.filter(pk=second.player.pk).update(name="Newly named", name_key="newly named")
    assert names(first) == ["Newly named"]


@pytest.mark.parametrize("name", ["Nobody", "", "\u202e", "x" * 100])
def test_a_name_nobody_has_is_not_found(first: Actor, name: str) -> None:
    with pytest.raises(NotFound):
        block(first, name)


def test_oneself_others_tenants_and_who_is_gone_cannot_be_blocked(
    first: Actor, second: Actor, outsider: Actor
) -> None:
    with pytest.raises(BadRequest):
        block(first, first.player.name)
    with pytest.raises(NotFound):
        block(first, outsider.player.name)
    Player.everywhere.filter(pk=second.player.pk).update(deleted_at=timezone.now())
    with pytest.raises(NotFound):
        block(first, second.player.name)
    assert names(first) == []


def test_blocks_of_others_cannot_be_lifted(first: Actor, second: Actor, outsider: Actor) -> None:
    made, _ = block(first, second.player.name)
    for stranger in (second, outsider):
        with pytest.raises(NotFound):
            unblock(stranger, made.id)
    assert names(first) == [second.player.name]


def test_there_is_an_end_to_blocking(first: Actor, second: Actor) -> None:
    with tenant_scope(first.tenant.id):
        Block.objects.bulk_create(
            Block(player=first.player, blocked=make_actor(first.tenant).player) for _ in range(MOST_BLOCKS)
        )
    with pytest.raises(QuotaReached):
        block(first, second.player.name)


def test_a_block_keeps_both_apart(first: Actor, second: Actor, spectator: Actor) -> None:
    block(first, second.player.name)
    with tenant_scope(first.tenant.id):
        assert are_apart(first.player, [None, second.player.id])
        assert are_apart(second.player, [first.player.id])
        assert not are_apart(spectator.player, [first.player.id, second.player.id])
