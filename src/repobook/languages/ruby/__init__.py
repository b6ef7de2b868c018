"""Ruby."""

from typing import Final

from repobook.model.language import Language, words_pattern

_STANDARD: Final = (
    "English abbrev base64 benchmark bigdecimal cgi coverage csv date delegate digest drb erb"
    " etc fcntl fiddle fileutils find forwardable io ipaddr json logger monitor net objspace"
    " observer open-uri open3 openssl optparse ostruct pathname pp prettyprint pstore psych"
    " rbconfig readline resolv ripper securerandom set shellwords singleton socket stringio"
    " strscan syslog tempfile time timeout tmpdir tsort uri weakref yaml zlib"
)
LANGUAGES: Final = (
    Language(
        "Ruby",
        "ruby_parser",
        "ruby_resolver",
        # What ``__FILE__`` is compared with.
        guards=("$0", "$PROGRAM_NAME"),
        is_script=True,
        test_files=r"test_.*\.rb|.*_(?:tests?|unittest|gtest|spec)\.rb",
        tools=("frozen_string_literal", "rubocop"),
        standard_modules=rf"{words_pattern(_STANDARD.split())}(?:/|$)",
    ),
)
