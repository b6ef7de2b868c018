"""What one file says about itself: the output of the parse stage, before anything is resolved.

A *definition* is syntax; it becomes a *symbol* once it has an identity across files. All lines are
counted from 1. Columns are counted from 0 in bytes of UTF-8, as in Python's ``ast``.
"""

from typing import Final, Literal, NamedTuple

from repobook.model.finding import Finding

ReferenceRole = Literal[
    "call",
    "import",
    "inherit",
    "attribute",
    "type",
    "decorator",
    "macro",
    "mention",
    "bind",
    "string",
]

DecisionKind = Literal[
    "raise",
    "return",
    "continue",
    "exit",
    "goto",
    "do",
    "assert",
    "warn",
    "skip",
    "restrict",
    "expect_failure",
    "parametrize",
    "run",
]
SettingKind = Literal[
    "environment variable", "command-line option", "system property", "configuration"
]

# A position packs line and column into one integer so that a file's references stay compact.
COLUMN_BITS: Final = 20
MAX_COLUMN: Final = (1 << COLUMN_BITS) - 1


def pack_position(line: int, column: int) -> int:
    """A column beyond a million saturates: such a line is no place anyone can point at."""
    return line << COLUMN_BITS | min(column, MAX_COLUMN)


def unpack_position(position: int) -> tuple[int, int]:
    return position >> COLUMN_BITS, position & MAX_COLUMN


class Definition(NamedTuple):
    """A named piece of syntax with its exact lines; decorators lie before ``line``."""

    kind: str
    name: str
    qualname: str
    line: int
    end_line: int
    column: int
    parent: int
    """Index of the enclosing definition in the same file, or -1."""
    signature: str
    doc: str
    decorators: tuple[str, ...]
    exported: bool
    bases: tuple[str, ...] = ()
    """What a class inherits from, in order, as expressions that the language's resolver follows."""
    value: str = ""
    """What the name stands for, where the text tells: the type that a call or a variable gives."""
    complexity: int = 0
    """Cyclomatic complexity: 1 + its decisions; 0 for what is no function or was not counted."""
    nesting: int = 0
    """How deep its decisions and loops lie in each other."""


class Reference(NamedTuple):
    """Every place where a file uses one name in one role.

    ``receiver`` is what stands before the last separator (``torch.nn`` in ``torch.nn.Linear``), as
    written or settled by the language to what its resolver can follow; ``?`` where it is an
    expression, empty where there is none.
    """

    name: str
    receiver: str
    role: ReferenceRole
    positions: tuple[int, ...]

    @property
    def line(self) -> int:
        """Of the first place."""
        return self.positions[0] >> COLUMN_BITS


class Import(NamedTuple):
    """``from module import name as alias`` and its relatives in every language.

    ``name`` is empty when the module itself is taken and ``*`` for all of it; ``form`` says how it
    was written (``import``, ``include``, ``system``, ``require``, ``use``, ``source``, ``load`` …).
    """

    module: str
    name: str
    alias: str
    form: str
    line: int


class Note(NamedTuple):
    """A note the authors left: TODO, FIXME, HACK, XXX or NOTE, with its text."""

    tag: str
    line: int
    text: str


class Summary(NamedTuple):
    """A sentence of the file's own words, and where it stands."""

    text: str = ""
    """On one line; ``…`` at the end where it is cut."""
    line: int = 0
    end_line: int = 0


class Description(NamedTuple):
    """Where a document says what a file is for."""

    name: str
    """Of the file, as written: a path or the last part of one."""
    address: str
    """Where the name leads to, if it is a link."""
    line: int
    end_line: int
    words: str
    """The first sentence."""
    is_heading: bool = False
    """Whether the name is the title of a section that begins with the words."""


class TextBlock(NamedTuple):
    """A comment or a docstring, cleaned of its markers, for reading and searching."""

    line: int
    end_line: int
    text: str


class CodeSample(NamedTuple):
    """Code that a document shows."""

    line: int
    end_line: int
    language: str
    """As the document names it."""


class Guard(NamedTuple):
    """A condition, or the head of a loop or case, that leads to a place."""

    text: str
    """As code: negated as the language writes it, in brackets where others around it need them."""
    written: str = ""
    """As it is written, where that differs."""
    is_negated: bool = False
    joint: str = ""
    """What stands between it and the one before."""


class Decision(NamedTuple):
    """Where a function leaves its way, or a test its cases, and what leads there.

    ``restrict`` and ``expect_failure`` stand before a test as ``skip`` may, ``parametrize`` is what
    multiplies it, ``run`` what a file does when it is run by itself.
    """

    definition: int
    """Index of the function or class that it belongs to, -1 where there is none around it."""
    kind: DecisionKind
    line: int
    end_line: int
    guards: tuple[Guard, ...]
    """What leads there, outer before inner; none where nothing of it stands around."""
    outcome: str
    """What then happens, as written, on one line; a cut ends in ``…``."""
    n_more: int = 0
    """How many more of this kind the definition has that are left out behind this one."""

    @property
    def condition(self) -> str:
        """The code of its guards: conditions joined, heads of loops and cases before a colon."""
        return "".join(f"{guard.joint}{guard.text}" for guard in self.guards)


class Setting(NamedTuple):
    """Configuration that the file reads, by name, where it does so first.

    A command-line option is one that the file declares; ``configuration`` is a member of a module
    with that name.
    """

    line: int
    kind: SettingKind
    name: str


class Diagnostic(NamedTuple):
    """What went wrong while reading a file; broken input is data."""

    line: int
    message: str


class PageFacts(NamedTuple):
    """Facts that only the page of the file itself shows: stored and passed on as they are."""

    decisions: tuple[Decision, ...] = ()
    settings: tuple[Setting, ...] = ()


class FileFacts(NamedTuple):
    n_lines: int
    doc: str = ""
    """What the file says of itself: its docstring or header comment."""
    definitions: tuple[Definition, ...] = ()
    references: tuple[Reference, ...] = ()
    imports: tuple[Import, ...] = ()
    notes: tuple[Note, ...] = ()
    texts: tuple[TextBlock, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    findings: tuple[Finding, ...] = ()
    decisions: tuple[Decision, ...] = ()
    settings: tuple[Setting, ...] = ()
    summary: Summary = Summary()
    """The first sentence of ``doc`` that tells something; empty where none does."""
    samples: tuple[CodeSample, ...] = ()
    descriptions: tuple[Description, ...] = ()
    """Of a document: what it says of files."""
    opening: Summary = Summary()
    """The first written line, of a file that nothing else is known of."""
    inner_words: tuple[Summary, ...] = ()
    """Where it does not say on top what it is for: words inside of it, each behind a mark; and the
    paths in its strings."""

    @property
    def for_page(self) -> PageFacts:
        return PageFacts(*[getattr(self, field) for field in PageFacts._fields])
