"""What decides that a build has nothing to do."""

from repobook.build.unchanged import inputs_of
from repobook.model.files import Entry, Listing

_STAMPED = Entry("a.py", b"a.py", "file", 1, "", None, stamp="1.2.3")
_LISTING = Listing((_STAMPED,), (), "")


def test_a_path_or_a_pattern_that_is_not_utf8_is_a_condition_like_any_other() -> None:
    digests = [inputs_of(_LISTING, each) for each in ("/r\udcff", "/r\udcfe", "/r", ("*\udcff",))]
    assert "" not in digests
    assert len(set(digests)) == len(digests)


def test_a_file_that_only_reading_tells_about_is_read() -> None:
    young = _STAMPED._replace(stamp="")
    assert inputs_of(_LISTING._replace(entries=(young,)), "/r") == ""
