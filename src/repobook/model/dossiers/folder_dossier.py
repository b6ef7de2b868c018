"""Everything the index knows about one folder, or the repository, collected for its pages.

It holds lines only of files below the folder: its pages are rebuilt when one of them changes.
"""

from typing import NamedTuple

from repobook.model.dossiers.dossier import Command, FileLine, Repository
from repobook.model.graph import LanguageLinks


class Words(NamedTuple):
    """What the repository says of something, and where."""

    text: str = ""
    path: str = ""
    line: int = 0
    end_line: int = 0


class Place(NamedTuple):
    path: str
    line: int
    end_line: int = 0


class Offer(NamedTuple):
    """A symbol that other files use."""

    name: str
    qualname: str
    kind: str
    place: Place
    n_users: int
    """How many other files use it."""


class ChildFolder(NamedTuple):
    path: str
    n_files: int
    """All below, markers included."""
    n_lines: int
    n_tests: int
    """Test files below."""
    n_findings: int
    words: Words
    offers: tuple[Offer, ...]
    """What other files use most of it, where it has no words."""
    n_changes: int = 0
    """How often commits changed files below, each file by itself; 0 where that is not known."""


class ChildEdge(NamedTuple):
    """How much one child of a folder depends on another; both are paths of files or folders."""

    source: str
    target: str
    n: int
    """How many pairs of files, one depending on the other; tests of non-tests do not count."""
    example: Place
    """The line of one of them."""
    to: str
    """The file that this line leads to."""
    confidence: str


class Neighbour(NamedTuple):
    """A file or folder elsewhere, with the number of pairs of files."""

    path: str
    is_folder: bool
    n: int
    n_tests: int
    """Pairs of a test and what it tests; not among the others."""


class KeyFile(NamedTuple):
    file: FileLine
    offers: tuple[Offer, ...]
    """What others use of it, the most used first."""
    dependent_folders: tuple[tuple[str, int], ...]
    """The folders with most files that depend on it, with the number of files."""
    is_tested: bool
    """Whether a test file uses it, or it holds tests of its own."""


class Mention(NamedTuple):
    """A document elsewhere that mentions files of the folder."""

    file: FileLine
    n_files: int
    """How many of them."""
    example: Place
    """The first line that does."""
    confidence: str


class CoveringTest(NamedTuple):
    """A test file that uses files of the folder."""

    path: str
    n_files: int
    """How many of them."""
    command: Command | None


class FindingKind(NamedTuple):
    category: str
    severity: str
    rule: str
    n: int
    n_files: int
    example: Place
    message: str
    """Of the example."""


class Concept(NamedTuple):
    """A keyword, and the file that is its home."""

    keyword: str
    kind: str
    place: Place
    """Line 0 where it stands in no line."""
    n_files: int
    """Of how many files below it is a keyword."""


class IndexedName(NamedTuple):
    """A keyword in the index of a folder or of the whole."""

    keyword: str
    kinds: tuple[str, ...]
    paths: tuple[str, ...]
    """The first files whose keyword it is."""
    n_files: int


class Homonym(NamedTuple):
    """One name, and all its definitions."""

    name: str
    n_definitions: int
    paths: tuple[str, ...]
    """The first files that define it."""
    n_files: int
    kinds: tuple[tuple[str, int], ...]
    """Most first, as are the folders."""
    folders: tuple[tuple[str, int], ...]
    """Folders near the top that hold definitions of it."""
    n_folders: int
    anchors: tuple[str, ...] = ()
    """Parallel to ``paths``: the anchor of the first symbol with a section; empty where no symbol
    surely has one."""


class SubtreeDossier(NamedTuple):
    """The keywords of all that lies below a folder."""

    repository: Repository
    path: str
    folders: tuple[tuple[str, int], ...]
    """Right below it, with the number of files that have pages."""
    n_files: int
    names: tuple[IndexedName, ...]
    n_a_file: int
    """So many keywords are taken of each file right in the folder,"""
    n_a_file_below: int
    """and so many of each of those farther down that are looked at."""
    n_below_shown: int
    """The files farther down that are looked at: those with most dependents."""
    n_below: int


class Changes(NamedTuple):
    path: str
    date: str
    n_changes: int


class Coverage(NamedTuple):
    """How far tests reach: files of source that some test uses itself, or that hold tests."""

    n_source: int = 0
    n_tested: int = 0


class FolderDossier(NamedTuple):
    repository: Repository
    path: str
    """Empty for the root."""
    folders: tuple[ChildFolder, ...]
    files: tuple[FileLine, ...]
    """Without the uniform markers."""
    markers: tuple[tuple[str, int], ...]
    """Uniform empty files: the pattern of their names and how many there are."""
    n_files: int
    n_lines: int
    languages: tuple[tuple[str, int, int], ...]
    """Language, files and lines of all below that is documented, most lines first."""
    roles: tuple[tuple[str, int], ...]
    words: tuple[Words, ...]
    """What it says of itself: README, the package's own file; then what others say of it."""
    mentions: tuple[Mention, ...]
    """The documents that mention most of its files."""
    n_mentions: int
    """How many documents do."""
    offers: tuple[Offer, ...]
    """What files use of it most."""
    offers_by_file: dict[str, tuple[Offer, ...]]
    """Of its own files that say nothing of themselves."""
    inner: str
    """The folder whose children ``edges`` connects: itself, or the one below that holds nearly
    all of its files and dependencies."""
    edges: tuple[ChildEdge, ...]
    edges_out: tuple[Neighbour, ...]
    """Dependencies outside the folder, most first."""
    edges_in: tuple[Neighbour, ...]
    key_files: tuple[KeyFile, ...]
    entries: tuple[Place, ...]
    """Where programs begin that are no tests."""
    coverage: Coverage
    tests: tuple[CoveringTest, ...]
    """The tests that test most of its files best, from anywhere."""
    n_tests: int
    """How many test files use some source file below."""
    own_tests: tuple[tuple[FileLine, Command], ...]
    """The longest test files below, with what runs them."""
    n_own_tests: int
    """How many test files below something runs."""
    owners: tuple[tuple[str, int, Place], ...]
    """Who owns how many of its files, and a line that says so."""
    recent: tuple[Changes, ...]
    """Files that changed most."""
    months: tuple[tuple[str, int], ...]
    """In which months how often commits changed files below."""
    n_changes_by_file: dict[str, int]
    """How often commits changed each of the files right in it."""
    findings: tuple[FindingKind, ...]
    cycles: tuple[tuple[str, ...], ...]
    """Import cycles of files below, largest first."""
    concepts: tuple[Concept, ...]


class Component(NamedTuple):
    """A folder of source that is large enough for a chapter."""

    folder: FolderDossier
    parts: tuple[FolderDossier, ...] = ()
    """The larger folders in it, where it is too large for one chapter."""
    edges: tuple[ChildEdge, ...] = ()
    """Between the parts and what lies beside them."""


class ShownCommand(NamedTuple):
    heading: str
    """The one that it stands under."""
    text: str
    place: Place


class ListedFiles(NamedTuple):
    """Files without a page, by reason."""

    reason: str
    paths: tuple[str, ...]
    markers: tuple[tuple[str, str, int], ...] = ()
    """Folder, pattern and number of uniform markers, which ``paths`` leaves out."""

    @property
    def n(self) -> int:
        return len(self.paths) + sum(n for *_, n in self.markers)


class BuildStep(NamedTuple):
    """A target, a script or an option that a build file offers."""

    name: str
    kind: str
    place: Place


class BuildFile(NamedTuple):
    file: FileLine
    steps: tuple[BuildStep, ...]
    n_steps: int


class Registry(NamedTuple):
    """A decorator or macro that enters things in many places."""

    name: str
    n_places: int
    n_files: int
    path: str
    """The file that does so most often."""
    n_there: int


class Unread(NamedTuple):
    path: str
    line: int
    message: str


class OfferedTarget(NamedTuple):
    """What a route or a command runs."""

    name: str
    """As its definition has it, or as it is written where nothing was found."""
    place: Place | None = None
    is_file: bool = False


class OfferedName(NamedTuple):
    """A route or a command that a repository offers."""

    name: str
    """The whole of it: ``GET /api/users``, ``users add``."""
    place: Place
    is_test: bool
    targets: tuple[OfferedTarget, ...]
    mounts: tuple[Place, ...]
    """Where other files add it, the outermost first."""


class EnvironmentVariable(NamedTuple):
    """One that the repository reads."""

    name: str
    places: tuple[Place, ...]
    """Where each file first reads it."""
    is_test: bool
    """Whether tests alone do."""


class CallStep(NamedTuple):
    """A call on a walk through the repository."""

    number: tuple[int, ...]
    """Among the calls of its caller, and that one's among the calls of its own."""
    qualname: str
    """Where it is open what is called: the field or variable that holds it, if there is one."""
    place: Place | None
    """Where that is defined."""
    call: Place
    name: str
    """As it is called there."""
    confidence: str
    how: str
    """``call``, ``handed over``, ``implementation``, ``binding`` or ``open``."""
    condition: str
    """The innermost one that it stands under; empty where it is always called."""
    condition_at: Place | None
    tabled: tuple[tuple[str, Place], ...] = ()
    """Where it is open: some of the functions that tables hold for it."""
    n_tabled: int = 0


class Walk(NamedTuple):
    """Where work enters, and the calls that follow, in order."""

    qualname: str
    place: Place
    steps: tuple[CallStep, ...]
    n_calls: int
    """Of the functions whose calls are among the steps."""


class Term(NamedTuple):
    """A type or function that much of the repository uses, as its authors explain it."""

    qualname: str
    kind: str
    place: Place
    words: Words


class OperatorFamily(NamedTuple):
    """An operator of a framework: all overloads, and what works in place, together."""

    name: str
    """With its namespace: ``aten::add``."""
    part: str
    """Which page it has among those of operators."""
    place: Place
    """Of the first overload."""
    n_overloads: int
    n_tests: int
    """Test files that name it."""


class RepositoryDossier(NamedTuple):
    repository: Repository
    commit: str
    meta: dict[str, str]
    n_files: int
    n_documented: int
    root: FolderDossier
    introduction: tuple[Words, ...]
    """The first paragraphs of what the repository says of itself, as they are."""
    components: tuple[Component, ...]
    """The major folders, dependencies before dependents."""
    commands: tuple[ShownCommand, ...]
    """What the repository's documents say to type."""
    build_files: tuple[BuildFile, ...]
    registries: tuple[Registry, ...]
    listed: tuple[ListedFiles, ...]
    skipped: tuple[tuple[str, str], ...]
    """Paths that the scan left out, with the rule."""
    unread: tuple[Unread, ...]
    """What could not be read, line by line."""
    links: tuple[LanguageLinks, ...]
    untested: tuple[KeyFile, ...]
    """Files of source that many files depend on and no test uses."""
    wordless: tuple[KeyFile, ...]
    """Files of source that many files depend on and that have no summary."""
    routes: tuple[OfferedName, ...] = ()
    offered_commands: tuple[OfferedName, ...] = ()
    tasks: tuple[OfferedName, ...] = ()
    signals: tuple[OfferedName, ...] = ()
    database_tables: tuple[OfferedName, ...] = ()
    environment: tuple[EnvironmentVariable, ...] = ()
    glossary: tuple[Term, ...] = ()
    walks: tuple[Walk, ...] = ()
    n_operators: int = 0
    """Families that have a page."""


class Proof(NamedTuple):
    """What there is to check, counted while the pages were made."""

    n_pages: int
    n_links: int
    n_citations: int
