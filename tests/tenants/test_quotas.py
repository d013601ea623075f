"""Where a tenant's share of the deployment ends."""

import pytest

from accounts.errors import QuotaReached
from accounts.identity import Actor
from accounts.models import Player, User
from accounts.quotas import check_accounts, check_bot_seconds, spend_bot_seconds
from accounts.tenancy import tenant_scope
from games.levels import LEVELS, answer_seconds, work_code
from games.models import Room
from games.rematches import offer_rematch, play_computer
from tests.support.rooms import computer_room, friend_room, make_actor, make_tenant, new_room


def told(caught: pytest.ExceptionInfo[QuotaReached]) -> tuple[object, object]:
    return caught.value.extra["quota"], caught.value.extra["limit"]


def test_the_room_above_the_quota_is_refused_until_one_closes(first: Actor, outsider: Actor):
    first.tenant.quota_rooms = 1
    room = new_room(first)
    new_room(outsider)
    with pytest.raises(QuotaReached) as caught:
        new_room(first)
    assert told(caught) == ("rooms", 1)
    assert Room.everywhere.filter(tenant=first.tenant).count() == 1
    Room.everywhere.filter(pk=room.pk).update(closed_at=room.created_at)
    new_room(first)


def test_only_registered_players_count_as_accounts(first: Actor):
    first.tenant.quota_accounts = 1
    with tenant_scope(first.tenant.id):
        check_accounts(first.tenant)
        Player.objects.filter(pk=first.player.pk).update(user=User.objects.create_user("a@example.org"))
        with pytest.raises(QuotaReached) as caught:
            check_accounts(first.tenant)
    assert told(caught) == ("accounts", 1)


def test_matches_against_the_computer_begin_while_there_is_time(valkey, first: Actor, second: Actor):
    first.tenant.quota_bot_seconds_per_day = 2
    spend_bot_seconds(first.tenant.id, 1.5)
    room = computer_room(first)
    spend_bot_seconds(first.tenant.id, 0.5)
    with pytest.raises(QuotaReached) as caught:
        computer_room(first)
    assert told(caught) == ("bot-seconds-per-day", 2)
    assert Room.everywhere.filter(tenant=first.tenant).count() == 1
    with pytest.raises(QuotaReached):
        play_computer(first, new_room(first).slug, "beginner")
    friend_room(first, second)
    assert not room.current_match().is_over


def test_no_rematch_with_a_computer_without_time(valkey, first: Actor):
    room = computer_room(first)
    match = room.current_match()
    type(match).everywhere.filter(pk=match.pk).update(phase="over")
    first.tenant.quota_bot_seconds_per_day = 0
    with pytest.raises(QuotaReached):
        offer_rematch(first, room.slug)
    first.tenant.quota_bot_seconds_per_day = None
    assert offer_rematch(first, room.slug)


def test_one_tenants_computers_cost_another_nothing(valkey, first: Actor, outsider: Actor):
    for tenant in (first.tenant, outsider.tenant):
        tenant.quota_bot_seconds_per_day = 1
    spend_bot_seconds(first.tenant.id, 5)
    check_bot_seconds(outsider.tenant)


@pytest.mark.django_db(transaction=True)
def test_asking_a_computer_is_charged(valkey):
    actor = make_actor(make_tenant())
    computer_room(actor)
    actor.tenant.quota_bot_seconds_per_day = 0
    with pytest.raises(QuotaReached):
        check_bot_seconds(actor.tenant)
    [key] = valkey.keys("gyoji:bot-seconds:*")
    assert float(valkey.get(key)) == pytest.approx(answer_seconds("beginner"))
    assert valkey.ttl(key) > 24 * 3600


def test_every_level_has_a_price_and_more_work_costs_more():
    prices = [answer_seconds(level) for level in (*LEVELS, work_code(2_000_000))]
    assert prices == sorted(prices)
    assert prices[0] > 0
