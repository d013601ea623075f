"""`make bench-bots-load` stands in for the referee, so it has to speak as the referee does."""

import pytest

from bench.bots_load import LEVELS, running_valkey, running_worker, warm_up


@pytest.mark.slow
@pytest.mark.stack
def test_the_bench_understands_what_a_worker_answers() -> None:
    with running_valkey() as (url, folder), running_worker(url, folder):
        warm_up(url, len(LEVELS))
