"""Memory that cannot be swapped out, so that a GPU can read it directly."""

from repobook.findings.rule import C_FAMILY, PYTHON, Rule, calls, script

RULE = Rule(
    C_FAMILY | PYTHON,
    "fact",
    "performance",
    "pinned memory",
    (
        calls("cudaHostAlloc", "cudaMallocHost", "cudaHostRegister"),
        calls("hipHostAlloc", "hipHostMalloc", "hipHostRegister"),
        calls("pin_memory", of=None, before=rb"(?:\.|->)\s*\Z", after=rb"\s*\("),
        script(rb"pin_memory\s{0,9}=\s{0,9}True\b", b"pin_memory"),
    ),
    fires=(
        ("CUDA", "void f() { cudaHostAlloc(&p, n, 0); }\n"),
        ("Python", "x = t.pin_memory()\n"),
        ("Python", "x = DataLoader(d, pin_memory=True)\n"),
    ),
    quiet=(
        ("Python", 'def pin_memory(data):\n    """Uses\n    pin_memory=True."""\n'),
        ("Python", "x = DataLoader(d, pin_memory=False)  # not pin_memory=True\n"),
    ),
)
