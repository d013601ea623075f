"""Which names are allowed, and which are one and the same to the eye."""

import pytest

from accounts.errors import BadName, BadRequest
from accounts.guests import create_guest
from accounts.models import Player, Tenant
from accounts.names import clean_label, clean_name, name_key
from accounts.tenancy import tenant_scope


@pytest.mark.parametrize(
    "name",
    [
        "Aki",
        "アキ",
        "明",
        "아키",
        "Zoé",
        "Ёлка",
        "Ελένη",
        "Aki 愛",
        "佐藤さん",
        "ㄅㄆㄇ",
        "😀",
        "O'Neil",
        "Jean-Luc",
    ],
)
def test_names_of_many_scripts_are_allowed(name: str):
    assert clean_name(name) == name


@pytest.mark.parametrize(
    ("name", "stored"),
    [("  Aki \t Ito ", "Aki Ito"), ("Ａｋｉ", "Aki"), ("ｱｷ", "アキ"), ("Zoe\u0301", "Zoé")],
)
def test_names_are_stored_in_one_form(name: str, stored: str):
    assert clean_name(name) == stored


@pytest.mark.parametrize(
    "name",
    [
        "", " ", "x" * 25,
        "a\u202eb", "a\u200bb", "a\u200db", "a\u0000b", "\ufeffa", "a\ue000", "a\u0378",  # invisible, unknown
        "ㅤ", "\u2800", "a\u115fb", "a\u034fb",  # show nothing though they are no control characters
        "\u0301a", "a" + "\u0316" * 3, "a\u0301\u0316\u0317\u0330",  # heaped marks
        "Pаypal", "Αki", "Aкi", "аアキ",  # Cyrillic and Greek letters among others
        "admin", "ADMIN", "Adm1n", "Moderator", "System", "Gyoji", "gy0ji", "Modеrator",
        "Deleted abc", "deIeted abc", "Merged xyz",
    ],
)  # fmt: skip
def test_names_made_to_deceive_are_refused(name: str):
    with pytest.raises(BadName):
        clean_name(name)


def test_the_tenants_own_name_is_reserved():
    assert clean_name("Rook Club") == "Rook Club"
    with pytest.raises(BadName):
        clean_name("R00k cIub", reserved=["Rook Club"])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bill", "BILL"), ("Bill", "BiIl"), ("Bill", "Bi11"), ("Zoo", "z00"), ("modern", "modem"),
        ("paypal", "раураӏ"), ("ロ", "口"), ("力", "カ"),
    ],
)  # fmt: skip
def test_names_that_look_alike_have_one_key(one: str, other: str):
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Nina", "Vina"), ("Zoe", "Zoé"), ("Aki", "Aki2"), ("ロロ", "口"), ("Нина", "Вина")]
)
def test_names_that_differ_have_keys_that_differ(one: str, other: str):
    assert name_key(one) != name_key(other)


def test_the_longest_keys_fit_their_column():
    longest = Player._meta.get_field("name_key").max_length
    for name in ("각" * 24, "ᾂ" * 24, "ß" * 24, "x" * 24):
        assert 0 < len(name_key(name)) <= longest


def test_labels_are_only_kept_from_being_invisible():
    assert clean_label(" admin ") == "admin"
    with pytest.raises(BadRequest):
        clean_label("a\u200bb")


def test_a_guest_is_known_by_the_key(tenant: Tenant):
    guest = create_guest(tenant, "Bi11")
    with tenant_scope(tenant.id):
        assert Player.objects.get(name_key=name_key("BILL")) == guest.player
