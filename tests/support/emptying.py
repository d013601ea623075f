"""Emptying the database after a test that committed."""

from functools import cache

from django.db import connection, transaction
from django.test import TransactionTestCase

KEPT = {"django_content_type", "auth_permission"}  # what migrate made; no test changes it


def delete_rows(_case: TransactionTestCase) -> None:
    """In place of Django's own `TransactionTestCase._fixture_teardown`.

    That truncates every table and then makes every permission anew, which takes longer than most tests;
    a test leaves a few rows in a few tables.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_statements())


@cache
def _statements() -> str:
    """In any order: foreign keys are checked when the transaction ends."""
    tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
    emptied = [connection.ops.quote_name(name) for name in tables if name not in KEPT]
    return ";".join(f"DELETE FROM {name}" for name in emptied)  # noqa: S608  why: names of our own tables
