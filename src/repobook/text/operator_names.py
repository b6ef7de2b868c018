"""Spellings of a PyTorch operator, which the index stores as ``aten::add.Tensor``."""

import re
from typing import Final

_OPS: Final = re.compile(r"(?:torch\.)?ops\.(\w+)\.(\w+)(?:\.(\w+))?")
_AT: Final = re.compile(r"at::(\w+)")
_PYTHON: Final = re.compile(r"(?:torch\.|torch\._C\._\w+\.)?(?:Tensor\.)?(\w+)")
NAMESPACE: Final = "aten"


def operator_spelling(name: str) -> str:
    """Of ``torch.ops.aten.add.Tensor`` or ``at::add``, which say that an operator is meant; empty
    for any other name."""
    if match := _OPS.fullmatch(name):
        overload = f".{match[3]}" if match[3] and match[3] != "default" else ""
        return f"{match[1]}::{match[2]}{overload}"
    match = _AT.fullmatch(name)
    return f"{NAMESPACE}::{match[1]}" if match else ""


def python_operator(name: str) -> str:
    """What ``torch.add`` or ``Tensor.add_`` may be; whether it is, a list of operators says."""
    match = _PYTHON.fullmatch(name) if "." in name else None
    return f"{NAMESPACE}::{match[1]}" if match else ""


def bare_operator(name: str) -> str:
    """``add`` of ``aten::add``: what is written behind a module or a tensor."""
    return name.rpartition("::")[2]
