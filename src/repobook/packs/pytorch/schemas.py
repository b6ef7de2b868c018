"""Which C++ function has the arguments of a schema: overloads differ in their types alone."""

import re
from functools import lru_cache
from typing import Final

_TYPES: Final = (
    ("Tensor[]", ("TensorList", "ITensorListRef", "List<", "vector<")),
    ("Tensor?[]", ("List<", "TensorList")),
    ("Tensor", ("Tensor",)),
    ("ScalarType", ("ScalarType",)),
    ("Scalar[]", ("ArrayRef<",)),
    ("Scalar", ("Scalar",)),
    ("Dimname[]", ("DimnameList",)),
    ("Dimname", ("Dimname",)),
    ("SymInt[]", ("IntArrayRef", "ArrayRef")),
    ("int[]", ("IntArrayRef", "ArrayRef")),
    ("SymInt", ("SymInt", "int64_t")),
    ("int", ("int64_t", "SymInt", "int")),
    ("float[]", ("ArrayRef<double>",)),
    ("float", ("double",)),
    ("bool", ("bool",)),
    ("str", ("string",)),
    ("Generator", ("Generator",)),
    ("Layout", ("Layout",)),
    ("Device", ("Device",)),
    ("MemoryFormat", ("MemoryFormat",)),
)
_NO_TENSOR: Final = ("TensorList", "TensorOptions")
_SIZE: Final = re.compile(r"\[\d+\]")
_ALIASED: Final = re.compile(r"\([^()]{1,20}\)")


def arguments_alike(schema: str, signature: str) -> int:
    """How well they fit, 0 where their numbers differ."""
    wanted, given = _schema_types(schema), _parameters(signature)
    if len(wanted) != len(given):
        return 0
    return 1 + sum(_is_alike(*pair) for pair in zip(wanted, given, strict=True))


def _is_alike(wanted: str, given: str) -> bool:
    is_optional = wanted.endswith("?")
    if is_optional != ("optional" in given) and not wanted.startswith("Tensor"):
        return False
    plain = wanted.rstrip("?")
    for name, marks in _TYPES:
        if plain == name:
            is_list = name == "Tensor" and any(mark in given for mark in _NO_TENSOR)
            return not is_list and any(mark in given for mark in marks)
    return False


@lru_cache(maxsize=1024)
def _schema_types(schema: str) -> tuple[str, ...]:
    """``int[1] dim=[]`` is ``int[]``; the star before keywords is no argument."""
    arguments = (part.split() for part in _parameters(schema.partition("->")[0]))
    types = [words[0] for words in arguments if words and words[0] != "*"]
    return tuple(_ALIASED.sub("", _SIZE.sub("[]", type_)) for type_ in types)


@lru_cache(maxsize=4096)
def _parameters(signature: str) -> tuple[str, ...]:
    """What stands between the first brackets, at its commas."""
    start = begin = signature.find("(") + 1
    depth, parts = 0, []
    for at in range(start, len(signature)):
        letter = signature[at]
        if letter in "([{<":
            depth += 1
        elif letter in ")]}>":
            depth -= 1
        if depth < 0 or (letter == "," and not depth):
            parts.append(signature[begin:at].strip())
            begin = at + 1
        if depth < 0:
            break
    return tuple(part for part in parts if part)
