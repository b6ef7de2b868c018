"""Which tests the page of a file names."""

from repobook.book.file.tests.likely_tests import is_led_here
from repobook.model.dossiers.dossier import Covering
from repobook.model.graph import Reason


def test_one_commit_in_common_leads_to_no_test() -> None:
    def is_named(*reasons: Reason) -> bool:
        return is_led_here(Covering("tests/test_a.py", reasons, ""))

    assert not is_named(Reason("together", n=1), Reason("alike", ("open",), (3,)))
    assert is_named(Reason("together", n=2))
    assert is_named(Reason("together", n=1), Reason("call", lines=(4,)))
