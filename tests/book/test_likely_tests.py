"""Which tests the page of a file names."""

from repobook.book.file.tests.likely_tests import is_led_here, likely_tests
from repobook.model.dossiers.dossier import Covering
from repobook.model.graph import Reason
from tests.fakes.dossiers import file_dossier


def test_one_commit_in_common_leads_to_no_test() -> None:
    def is_named(*reasons: Reason) -> bool:
        return is_led_here(Covering("tests/test_a.py", reasons, ""))

    assert not is_named(Reason("together", n=1), Reason("alike", ("open",), (3,)))
    assert is_named(Reason("together", n=2))
    assert is_named(Reason("together", n=1), Reason("call", lines=(4,)))


def test_what_changes_with_a_build_file_is_no_test_of_it() -> None:
    together = Covering("tests/test_a.py", (Reason("together", n=3),), "")
    run = Covering("tests/test_b.py", (Reason("call", lines=(4,)),), "")
    assert likely_tests(file_dossier(role="build", tests=(together, run))) == [run]
    assert likely_tests(file_dossier(role="source", tests=(together, run))) == [together, run]
