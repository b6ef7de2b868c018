"""Brings language and role of one file together and says whether there is anything to document."""

import re
from typing import Final, NamedTuple

from repobook.model.files import Entry, Role
from repobook.scan.classify.credentials import credentials_in
from repobook.scan.classify.languages import BINARY, language_of
from repobook.scan.classify.roles import role_of
from repobook.scan.ignore.attributes import Attributes
from repobook.scan.skip_reasons import not_shown, size_in_words

_LFS: Final = re.compile(
    rb"version https://git-lfs\.github\.com/spec/v1\n"
    rb"(?:[a-z0-9.-]{1,40} [^\n]{1,200}\n){0,10}?"
    rb"oid [a-z0-9]{1,20}:[0-9a-f]{32,128}\n"
    rb"size (\d{1,18})\n?"
)
_LFS_BYTES: Final = 1024


class Classified(NamedTuple):
    language: str
    role: Role
    role_reason: str
    """The sign by which the role was recognised."""
    reason: str
    """Why the file is listed and not documented; empty for one that is documented."""


def classify(
    entry: Entry, content: bytes, attributes: Attributes, show_credentials: bool = False
) -> Classified:
    """Language and role of a file whose content is at hand.

    Credentials are shown only on request, and only if git tracks them, so that they are no secret
    of this machine.
    """
    if size := _lfs_size(content):
        return Classified(BINARY, "data", "Git LFS pointer", f"Git LFS pointer to {size}")
    file_attributes = attributes.of(entry.raw_path)
    language = language_of(entry.path, content)
    if file_attributes.language and language != BINARY:
        language = file_attributes.language
    role, sign = role_of(entry.path, content, language, file_attributes)
    if not (show_credentials and entry.tracked) and (kind := credentials_in(entry.path, content)):
        return Classified(language, role, sign, not_shown(kind))
    return Classified(language, role, sign, _why_not_documented(language, role))


def _why_not_documented(language: str, role: Role) -> str:
    if language == BINARY:
        return "binary file"
    return "empty marker file" if role == "marker" else ""


def _lfs_size(content: bytes) -> str:
    if len(content) > _LFS_BYTES:
        return ""
    match = _LFS.fullmatch(content)
    return size_in_words(int(match.group(1))) if match else ""
