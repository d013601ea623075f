"""What every game system must do, of each variant: the tests of the conformance suite, as they are."""

import pytest

from tests.rules.conformance.test_conformance import (  # noqa: F401
    test_a_world_looks_like_the_truth,
    test_description_is_json,
    test_encoding_round_trip,
    test_everything_can_be_printed,
    test_legal_plies_are_accepted_and_others_refused,
    test_random_matches_end,
    test_replaying_a_record_gives_the_same_end,
    test_spectators_see_no_hidden_kind,
)
from tests.rules.luzhanqi.variants import SYSTEMS_BY_VARIANT

pytestmark = pytest.mark.parametrize("system", SYSTEMS_BY_VARIANT.values(), ids=SYSTEMS_BY_VARIANT)
