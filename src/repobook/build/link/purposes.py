"""What each file is for: its own words, a document's, its package's, its main symbol's, or derived.

Put together from rows whenever one of them may have changed; only sentences that change are
written.
"""

import re
from typing import Final

from repobook.analyse.purposes.conventional_use import conventional_use
from repobook.analyse.purposes.implemented_purpose import implemented_purpose
from repobook.analyse.purposes.named_calls import FIRST, with_chosen_calls
from repobook.analyse.purposes.sentence_parts import plain
from repobook.analyse.purposes.test_purpose import EXAMPLES
from repobook.build.link.fixtures import Use
from repobook.build.link.near_files import Near, near_files, speaks_for_many, stem_words
from repobook.build.link.surroundings import Surroundings
from repobook.index.purpose_tables import DescribedFile, PurposeTables
from repobook.model.purpose import DERIVED, NO_PURPOSE, Purpose
from repobook.text.documents.markup import without_emphasis, without_roles
from repobook.text.documents.tautologies import says_more, tells
from repobook.text.naming.identifier_words import words_of

_LITTLE: Final = 1
_MAX_QUOTED: Final = 160
# What is said of a file by its folder goes without saying of what it tests.
_USE: Final = re.compile(
    r"(?:For tests(?: in `[^`]*`)?|Example(?: `[^`]*`)?|Benchmark): (?:tests |benchmarks )?"
)
# What tells of the file as a whole, whatever is quoted of its parts.
_ROLES: Final = frozenset(["belongs to", "inherits from"])
_QUOTED_ROLES: Final = frozenset(["source", "test", "docs"])
_BEGINS: Final = re.compile(r"[Bb]egins with `([^`]*[^`…])…?`")
_COMMENT: Final = re.compile(r"; “[^”]*”\Z")
_INTRODUCES_TEST: Final = re.compile(
    r"(?:This|[A-Z]\w{1,30}) (?:file|module|program|suite|class|script)\b|These tests\b"
    r"|(?:Benchmarks?|Checks?|Ensures?|Exercises?|Make sure|Tests?|Testing|Verif\w+|Validates?)\b"
    r"|(?!These are )(?:[\w-]+ ){0,4}[Tt]est(?:s|er)? (?:case|for|of|suite|that)"
)
_VERBS: Final = ("Benchmarks", EXAMPLES)
_CASES: Final = ("Tests ", "Benchmarks ", EXAMPLES)
_TRIES: Final = re.compile(r"(?:[^:;]{1,80}: )?[Tt]ests ")
_QUOTES: Final = str.maketrans("“”`", '""\'')


def write_purposes(tables: PurposeTables) -> None:
    """``tables`` are those of an index with links and tests, of all files or of some."""
    around = Surroundings(tables)
    purposes = Purposes(tables, around)
    if near := tables.is_partial and purposes.near(tables.said_otherwise(purposes.stated())):
        purposes = Purposes(tables.with_these(near), around)
    purposes.write()


class Purposes:
    def __init__(self, tables: PurposeTables, around: Surroundings) -> None:
        self._tables = tables
        self._around = around
        self.files = list(map(self._with_calls, tables.files()))
        # Few files need their neighbours, and some of the others have thousands.
        derived = tables.within({f.id for f in self.files if self._stated(f).source == DERIVED})
        self._near = near_files(derived)
        known = {file.id: file for file in self.files}
        named = [near for f in self.files for near in self._named(f)]
        near = self._near.ids | {one.id for one in named if one}
        others = tables.only(near - known.keys()).files()
        self._file_by_id = known | {file.id: self._with_calls(file) for file in others}
        self._base_names = frozenset(derived.base_names())
        self._implemented = dict(derived.implemented())

    def _with_calls(self, file: DescribedFile) -> DescribedFile:
        if FIRST not in file.own.text:
            return file
        common = self._around.common_names.around(file.path)
        return file._replace(own=file.own._replace(text=with_chosen_calls(file.own.text, common)))

    def write(self) -> None:
        self._tables.write({file.id: self.row(file) for file in self.files if self.of(file).text})

    def stated(self) -> dict[int, str]:
        """By file: what others may quote of it, with its place."""
        quotable = ((file.id, self._quotable(file)) for file in self.files)
        return {
            id: f"{said.text} {said.subject} {said.line}-{said.end_line}"
            for id, said in quotable
            if said
        }

    def _named(self, file: DescribedFile) -> tuple[Near | None, ...]:
        of = self._around.namesakes
        if file.role == "source":
            return (self._document_of(file),)
        return (of.of_test(file.path), of.output_of(file.path)) if file.role == "test" else ()

    def _document_of(self, file: DescribedFile) -> Near | None:
        is_for_users = file.role == "source" and not conventional_use(file.path)
        return self._around.namesakes.document_of(file.path) if is_for_users else None

    def near(self, said_otherwise: set[int]) -> set[int]:
        """The files whose sentence may quote one of these."""
        named = (self._around.namesakes.around(file.path) for file in self.files)
        return self._tables.near(said_otherwise).union(*named)

    def row(self, file: DescribedFile) -> tuple[object, ...]:
        purpose = self.of(file)
        is_own = purpose.path == file.path
        proof = file.id if is_own else self._tables.id_of(purpose.path)
        return purpose.text, purpose.source, purpose.subject, proof, purpose.line, purpose.end_line

    def of(self, file: DescribedFile) -> Purpose:
        stated = self._stated(file)
        if stated.source != DERIVED:
            return stated
        implemented = implemented_purpose(file.path, self._implemented.get(file.id, ()))
        is_telling = implemented.text and file.role != "test"
        found = self._connected(file, implemented if is_telling else stated)
        return (
            found if file.role == "test" else _introduced(found, self._own_words(file), file.path)
        )

    def _stated(self, file: DescribedFile) -> Purpose:
        """What the file, a document or its package says, or what its own definitions give."""
        words = self._own_words(file)
        if words.text and not _is_note(file) and tells(words.text, file.path):
            return words
        of_folder = (
            self._around.folders.of_entry(file.path) if file.own.source != "symbol" else None
        )
        documented = (
            self._around.documents.get(file.path),
            self._around.packages.of(file.path),
            of_folder,
        )
        others = (*documented, file.own, words)
        return next((purpose for purpose in others if purpose and purpose.text), NO_PURPOSE)

    def _own_words(self, file: DescribedFile) -> Purpose:
        """Not those of its project, which many files repeat."""
        if file.role == "docs":
            return file.words._replace(text=without_emphasis(without_roles(file.words.text)))
        is_repeated = file.words.text in self._around.repeated_words
        return (
            NO_PURPOSE if is_repeated else file.words._replace(text=without_roles(file.words.text))
        )

    def _quotable(self, file: DescribedFile) -> Purpose | None:
        """What it says of itself."""
        stated = self._stated(file)
        is_own = stated.path == file.path and stated.source not in ("", DERIVED)
        return stated if is_own else None

    def _connected(self, file: DescribedFile, purpose: Purpose) -> Purpose:
        """With the file that it tests, implements or inherits from, or that uses it most."""
        used, user = self._used(file), self._near.users.get(file.id)
        # Words above the cases of a test give way to what the file says that it tests.
        comment = _COMMENT.search(purpose.text)
        text = purpose.text[: comment.start()] if comment else purpose.text
        is_quoting = "“" in text
        if used and used.rank[0]:
            verb = next((verb for verb in _VERBS if text.startswith(f"{verb} ")), "Tests")
            words = _continued(_USE.sub("", text, count=1).removeprefix(f"{verb} "))
            shown = f"`{used.path}`" if is_quoting else self._shown(file, used)
            rest = comment[0] if comment and not (is_quoting or "“" in shown) else ""
            return purpose._replace(text=f"{verb} {shown}: {words}{rest}")
        for verb, near in self._relations(file, text):
            if near is None or f"`{near.path}" in text:
                continue
            is_plain = verb == "uses" or (is_quoting and verb not in _ROLES)
            is_base = verb == "inherits from"
            shown = f"`{near.path}`" if is_plain else self._shown(file, near, is_base)
            if "“" in shown or near is (used or user):
                text, is_quoting = f"{text}; {verb} {shown}", is_quoting or "“" in shown
        if comment and not is_quoting:
            text, is_quoting = f"{text}{comment[0]}", True
        if use := self._use_in_test(file, text):
            text, is_quoting = f"{text}; used by {use.text}", is_quoting or bool(use.case)
        if not is_quoting and (expected := self._expected(file)):
            text, is_quoting = f"{text}; expects {expected}", True
        around = None if is_quoting else self._around.folders.around(file.path)
        if around and around.path != purpose.path:
            text = f"{text}; explained in {_quoted(around)}"
        return purpose._replace(text=text)

    def _use_in_test(self, file: DescribedFile, text: str) -> Use | None:
        """Of what lies beside tests: the case that names it."""
        is_beside = file.role == "test" and not text.startswith(_CASES)
        return self._around.fixtures.use_of(file.path) if is_beside else None

    def _used(self, file: DescribedFile) -> Near | None:
        """What a test is for: the file of its name beside it, else what is known by its uses."""
        used = self._near.tested.get(file.id)
        is_test = file.role == "test" and (used or file.own.text.startswith("Tests "))
        beside = self._around.namesakes.beside(file.path) if is_test else None
        return beside._replace(rank=(-1,)) if beside else used

    def _relations(self, file: DescribedFile, text: str) -> list[tuple[str, Near | None]]:
        """The most telling first."""
        used, user = self._used(file), self._near.users.get(file.id)
        is_test = text.startswith("Tests ")
        return [
            ("belongs to", self._near.twins.get(file.id)),
            ("inherits from", None if used else self._near.bases.get(file.id)),
            ("named for", self._around.namesakes.of_test(file.path) if is_test else None),
            ("has the name of", self._document_of(file)),
            ("uses" if used else "used by", used or user),
        ]

    def _shown(self, file: DescribedFile, near: Near, is_base: bool = False) -> str:
        """Its path, where it says what it is for with these words and where they stand. Those of
        another class than the base would be taken for words of that."""
        other = self._file_by_id.get(near.id)
        said = self._quotable(other) if other and other.role in _QUOTED_ROLES else None
        if said is None or speaks_for_many(near.path):
            return f"`{near.path}`"
        if is_base and said.subject and (file.id, near.id, said.subject) not in self._base_names:
            return f"`{near.path}`"
        is_telling = says_more(said.text, f"{near.path} {file.path}")
        return _quoted(said) if is_telling else f"`{near.path}`"

    def _expected(self, file: DescribedFile) -> str:
        """The first line of what comes of it, in the file beside it."""
        near = self._around.namesakes.output_of(file.path) if file.role == "test" else None
        output = self._file_by_id.get(near.id) if near and near.path != file.path else None
        begins = _BEGINS.search(output.own.text) if output else None
        return _quoted(output.own._replace(text=begins[1])) if output and begins else ""


def _is_note(file: DescribedFile) -> bool:
    """What stands on top of a test may be a note on one of its cases, but in a docstring."""
    has_cases = file.role == "test" and _TRIES.match(file.own.text) is not None
    return has_cases and not (
        file.path.endswith(".py") or _INTRODUCES_TEST.match(file.words.text) is not None
    )


def _introduced(derived: Purpose, words: Purpose, path: str) -> Purpose:
    """With the file's own words where they say a little more than its name."""
    is_telling = tells(words.text, path, _LITTLE)
    if not is_telling or derived.path != path:
        return derived
    line, end_line = words.line, max(words.end_line, derived.end_line)
    text = f"“{words.text.translate(_QUOTES).rstrip('.')}”; {_continued(derived.text)}"
    return derived._replace(text=text, line=line, end_line=end_line)


def _continued(text: str) -> str:
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]


def _quoted(said: Purpose) -> str:
    lines = f"{said.line}-{said.end_line}" if said.end_line > said.line else f"{said.line}"
    return f"`{said.path}:{lines}` ({_subject_of(said)}“{_shortened(said.text)}”)"


def _subject_of(said: Purpose) -> str:
    """Of which symbol it is said, where the file is not named for that."""
    name = said.subject.rpartition(".")[2]
    is_of_file = "".join(words_of(name)) == "".join(stem_words(said.path))
    return f"`{plain(name)}`: " if name and not is_of_file else ""


def _shortened(text: str) -> str:
    words = text.translate(_QUOTES).removesuffix(".")
    return words if len(words) <= _MAX_QUOTED else f"{words[:_MAX_QUOTED].rpartition(' ')[0]} …"
