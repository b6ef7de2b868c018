"""Names that PyTorch gives to checks, warnings, tests and synchronisation."""

import re
from typing import Final

from repobook.findings.rule import calls, uses
from repobook.model.facts import DecisionKind
from repobook.parse.decisions.deciding_calls import on
from repobook.parse.settings_read import IDENTIFIER, reads

DECISIONS: Final = {
    "python": (
        on("assert", "_check", "_check_index", "_check_not_implemented", of=("torch",)),
        on("assert", "_check_type", "_check_value", "_check_with", of=("torch",)),
        on(
            "parametrize",
            "instantiate_parametrized_tests",
            "instantiate_device_type_tests",
            of=None,
        ),
    ),
    "c_family": (
        on("raise", "AT_ERROR", "C10_THROW_ERROR"),
        on("warn", "TORCH_WARN", "TORCH_WARN_ONCE", "TORCH_WARN_DEPRECATION"),
    ),
}
DECORATORS: Final[tuple[tuple[DecisionKind, re.Pattern[str]], ...]] = (
    ("restrict", re.compile(r"slowTest|largeTensorTest")),
    (
        "parametrize",
        re.compile(
            r"override_qengines|ops|dtypes\w*|modules|optims"
            r"|instantiate_parametrized_tests|instantiate_device_type_tests"
        ),
    ),
)
_FLAG_TYPES: Final = ("bool", "int", "int32", "int64", "uint32", "uint64", "double", "string")
_FLAGS: Final = tuple(
    f"{prefix}_DEFINE_{type_}" for prefix in ("C10", "TORCH") for type_ in _FLAG_TYPES
)
SETTINGS: Final = {"c_family": (reads("command-line option", *_FLAGS, behind=IDENTIFIER),)}

_DEVICES: Final = ("torch.cuda", "torch.xpu", "torch.mps", "torch.accelerator")
_LOCKS: Final = ("Lock", "RLock", "Condition", "Semaphore", "BoundedSemaphore", "Barrier")
_EITHER: Final = ("decorator", "call")
FINDS: Final = {
    "compiled-function": (
        uses("script", "script_method", "trace", roles=_EITHER, of=("torch.jit",)),
        uses("compile", roles=_EITHER, of=("torch",)),
    ),
    "gpu-synchronisation": (
        calls("synchronize", of=_DEVICES),
        calls("device_synchronize", of=("at::cuda", "c10::cuda")),
    ),
    "lock": (calls(*_LOCKS, of=("torch.multiprocessing",)),),
    "parallel-loop": (
        calls("parallel_for", "parallel_reduce", "parallel_for_each", of=("at", "c10")),
    ),
    "thread": (calls("Process", "Pool", of=("torch.multiprocessing",)),),
}
