"""Symbols of the C family by their qualified names, and which of them are one and the same thing.

A declaration and its definition are tied by name and parameters; so are the members of a class and
their bodies elsewhere.
"""

import re
from functools import lru_cache
from typing import Final, NamedTuple

from repobook.model import kinds
from repobook.model.facts import Definition
from repobook.model.graph import Candidate
from repobook.resolve.cached_method import remembered
from repobook.resolve.world import World

FAMILY: Final = frozenset(
    ["C", "C++", "CUDA", "HIP", "Objective-C", "Objective-C++", "Metal", "GLSL"]
)
CLASSES: Final = frozenset(kinds.CLASSES)
TYPES: Final = CLASSES | {"type", "concept"}
FUNCTIONS: Final = frozenset(["function", "method", "kernel", "constructor"])
VALUES: Final = frozenset(["field", "variable", "constant", "property", "enum_member"])
ANY: Final = TYPES | FUNCTIONS | VALUES | {"macro"}
MEMBERS: Final = frozenset(["method", "field", "property", "function", "variable", "constant"])

# A namespace stands in many files, and nobody calls a test or the body of a macro by name.
_NEVER_MEANT: Final = frozenset(["namespace", "test", "block"])
_OVERLOAD: Final = re.compile(r"~\d+\Z")
_SCOPED_ENUM: Final = re.compile(r"\benum\s+(?:class|struct)\b")
_CONST: Final = re.compile(r"\bconst\b")
_EXTERN: Final = re.compile(r"(?:[A-Z_][A-Z\d_]*+\s+){0,4}extern\b")
_MANY: Final = 1 << 30


class Arity(NamedTuple):
    """What a function takes: how many arguments, and of which types as written."""

    least: int
    most: int
    types: tuple[str, ...]
    """With ``const`` at the end for a member that promises it: that one is another function."""


class Symbols:
    def __init__(self, world: World) -> None:
        self._world = world

    @remembered
    def named(self, name: str) -> dict[str, list[Candidate]]:
        """Every symbol of that name, by qualified name."""
        candidates_by_qualname: dict[str, list[Candidate]] = {}
        for candidate in self._world.named(name, FAMILY):
            if candidate.kind in _NEVER_MEANT:
                continue
            qualname = qualname_of(candidate)
            candidates_by_qualname.setdefault(qualname, []).append(candidate)
            if candidate.kind == "enum_member" and self._spills(candidate):
                outer = qualname.rpartition(".")[0].rpartition(".")[0]
                spilt = f"{outer}.{name}" if outer else name
                if spilt != qualname:
                    candidates_by_qualname.setdefault(spilt, []).append(candidate)
        return candidates_by_qualname

    def at(self, qualname: str) -> list[Candidate]:
        return self.named(qualname.rpartition(".")[2]).get(qualname, [])

    def definition(self, candidate: Candidate) -> Definition:
        return self.definitions_beside(candidate)[candidate.nth]

    def definitions_beside(self, candidate: Candidate) -> tuple[Definition, ...]:
        return self._world.unit(candidate.path).definitions

    @remembered
    def arity(self, candidate: Candidate) -> Arity | None:
        """None for what is no function, or does not show what it takes."""
        if candidate.kind not in FUNCTIONS:
            return None
        definition = self.definition(candidate)
        return arity(definition.signature, definition.name)

    @remembered
    def thing(self, candidate: Candidate) -> tuple[str, ...]:
        """Equal for a declaration and its definition, different for overloads."""
        qualname = qualname_of(candidate)
        if candidate.kind in VALUES:
            return (qualname,)
        if candidate.kind not in FUNCTIONS:
            return (candidate.id,)
        taken = self.arity(candidate)
        return (qualname, *(taken.types if taken else ()))

    def are_same(self, one: Candidate, other: Candidate) -> bool:
        """Of two of one name. C has no overloads: there it is enough, however types are spelt."""
        if "C" in (one.language, other.language) and "." not in qualname_of(one):
            return True
        return self.thing(one)[1:] == self.thing(other)[1:]

    def _spills(self, candidate: Candidate) -> bool:
        """The names of a plain enumeration are names of the scope around it too."""
        definition = self.definition(candidate)
        if definition.parent < 0:
            return False
        enclosing = self._world.unit(candidate.path).definitions[definition.parent]
        return enclosing.kind == "enum" and not _SCOPED_ENUM.search(enclosing.signature)


def qualname_of(candidate: Candidate) -> str:
    name = candidate.id[len(candidate.path) + 2 :]
    return _OVERLOAD.sub("", name) if "~" in name else name


def is_extern(definition: Definition) -> bool:
    """A variable that is only declared here, as it may be behind a macro: ``API extern int n``."""
    return _EXTERN.match(definition.signature) is not None


def is_defined(definition: Definition) -> bool:
    """Whether a function has a body here, or is only declared."""
    return definition.complexity > 0


@lru_cache(maxsize=1 << 14)
def arity(signature: str, name: str) -> Arity | None:
    """None where the signature shows no parameters."""
    start = _parameters_start(signature, name)
    if start < 0:
        return None
    parameters, end = _parameters(signature, start)
    promise = ("const",) if _CONST.search(signature, end) else ()
    if parameters == [] or parameters == ["void"]:
        return Arity(0, 0, promise)
    variadic = "..." in parameters[-1]
    n_required = sum("=" not in parameter for parameter in parameters) - variadic
    most = _MANY if variadic else len(parameters)
    return Arity(n_required, most, (*map(_type_of, parameters), *promise))


def _parameters_start(signature: str, name: str) -> int:
    at = signature.rfind(f"{name}(")
    if at < 0:
        at = signature.find(f"{name} (")
    return signature.find("(", at + len(name)) if at >= 0 else -1


def _parameters(signature: str, start: int) -> tuple[list[str], int]:
    """What stands between the brackets, parted at its commas, and where they close."""
    parameters, depth, last, n = [], 0, start + 1, start
    for n in range(start, len(signature)):
        character = signature[n]
        if character in "(<[{":
            depth += 1
        elif character in ")]}" or (character == ">" and signature[n - 1] != "-"):
            depth -= 1
            if depth == 0:
                parameters.append(signature[last:n].strip())
                break
        elif character == "," and depth == 1:
            parameters.append(signature[last:n].strip())
            last = n + 1
    return [parameter for parameter in parameters if parameter], n


_WORD: Final = re.compile(r"[^\W\d]\w*(?:::[^\W\d]\w*)*")
_NO_PART_OF_A_TYPE: Final = frozenset(
    ["const", "struct", "class", "enum", "union", "typename", "volatile", "restrict", "unsigned"]
)


def _type_of(parameter: str) -> str:
    """A parameter without its name and default, so that declaration and definition compare."""
    written = parameter.partition("=")[0].strip()
    words = [word for word in _WORD.findall(written) if word not in _NO_PART_OF_A_TYPE]
    if len(words) > 1 and written.endswith(words[-1]):
        words.pop()
    shape = "*" * written.count("*") + "&" * written.count("&")
    return " ".join(word.rpartition("::")[2] for word in words) + shape
