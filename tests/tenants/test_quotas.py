"""Where a tenant's share of the deployment ends."""

from datetime import timedelta

import pytest
import redis
from django.utils import timezone

from accounts.errors import QuotaReached
from accounts.identity import Actor
from accounts.models import Player, User
from accounts.quotas import check_accounts, check_bot_seconds, spend_bot_seconds
from accounts.tenancy import tenant_scope
from games.housekeeping import wake_stalled_bots
from games.levels import LEVELS, PLAYED, SECONDS_PER_QUESTION, answer_seconds, work_code
from games.models import Room
from games.rematches import offer_rematch, play_computer
from games.rooms import NewRoom, create_room
from games.rules.core import Side
from games.rules.luzhanqi.options import VARIANTS
from games.rules.systems import SYSTEMS
from games.tasks import play_answer
from tests.support.rooms import (
    computer_room,
    confirm,
    current,
    friend_room,
    layout_for,
    make_actor,
    make_tenant,
    new_room,
)


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


def charged(valkey: redis.Redis) -> float:
    [key] = valkey.keys("gyoji:bot-seconds:*")
    return float(valkey.get(key))


@pytest.mark.django_db(transaction=True)
def test_asking_a_computer_is_charged(valkey):
    actor = make_actor(make_tenant())
    computer_room(actor)
    actor.tenant.quota_bot_seconds_per_day = 0
    with pytest.raises(QuotaReached):
        check_bot_seconds(actor.tenant)
    [key] = valkey.keys("gyoji:bot-seconds:*")
    assert valkey.ttl(key) > 24 * 3600


@pytest.mark.django_db(transaction=True)
def test_a_layout_is_charged_once_however_often_it_is_asked_for(valkey):
    actor = make_actor(make_tenant())
    match = current(computer_room(actor, "advanced"))
    assert charged(valkey) == pytest.approx(SECONDS_PER_QUESTION)
    confirm(actor, match, Side.FIRST)
    with tenant_scope(match.tenant_id):
        assert wake_stalled_bots(timezone.now() + timedelta(minutes=1)) == 1
    assert charged(valkey) == pytest.approx(SECONDS_PER_QUESTION)


@pytest.mark.django_db(transaction=True)
def test_each_ply_is_charged_at_the_price_of_the_level(valkey):
    actor = make_actor(make_tenant())
    match = current(computer_room(actor, "advanced", side="second"))
    confirm(actor, match, Side.SECOND)
    layout = dict(layout_for(Side.FIRST))
    assert play_answer({"layout": layout}, str(match.id), "first", 0, str(match.tenant_id))
    assert charged(valkey) == pytest.approx(SECONDS_PER_QUESTION + answer_seconds("advanced", "gunjin", {}))


@pytest.mark.django_db(transaction=True)
def test_a_ply_of_another_system_is_charged_at_the_price_of_its_variant(valkey):
    flip = {"variant": "flip", "first_player": "fixed"}
    wanted = NewRoom("luzhanqi", flip, opponent=Room.Opponent.COMPUTER, level="advanced", side="second")
    create_room(make_actor(make_tenant()), wanted)
    assert charged(valkey) == pytest.approx(answer_seconds("advanced", "luzhanqi", flip))


PLAYED_AS = [
    pytest.param(system, {"variant": variant} if variant else {}, id=f"{system} {variant or ''}".strip())
    for system in PLAYED
    for variant in (VARIANTS if system == "luzhanqi" else ("",))
]


@pytest.mark.parametrize(("system", "raw"), PLAYED_AS)
def test_every_level_has_a_price_and_more_work_costs_more(system: str, raw: dict[str, str]):
    options = SYSTEMS[system].parse_options(raw)
    prices = [answer_seconds(level, system, options) for level in (*LEVELS, work_code(2_000_000))]
    assert prices == sorted(prices)
    assert prices[0] > 0


@pytest.mark.parametrize("level", [*LEVELS, work_code(400_000)])
def test_an_answer_of_luzhanqi_costs_more_than_one_of_gunjin(level: str):
    dark = answer_seconds(level, "luzhanqi", {"variant": "dark"})
    assert dark > answer_seconds(level, "gunjin", {})
