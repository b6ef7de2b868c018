"""Values that threads change without a lock."""

from repobook.findings.rule import C_FAMILY, Rule, calls, uses

_STANDARD = ("atomic", "atomic_flag", "atomic_ref")
_OPERATIONS = ("Add", "CAS", "Exch", "Max", "Min", "Sub", "And", "Or", "Xor", "Inc", "Dec")

RULE = Rule(
    C_FAMILY,
    "fact",
    "performance",
    "atomic operation: {name}",
    (
        uses(*_STANDARD, roles=("type",), of=None, before=rb"\bstd::\s*\Z"),
        calls(*(f"{prefix}{what}" for prefix in ("atomic", "gpuAtomic") for what in _OPERATIONS)),
    ),
    fires=(
        ("C++", "std::atomic<int> a;\n"),
        ("CUDA", "__global__ void k(int *a) { atomicAdd(a, 1); }\n"),
    ),
    quiet=(("C++", "struct atomic {};\natomic a;\n"), ("C++", "int f(T a) { a.atomicAdd(1); }\n")),
)
