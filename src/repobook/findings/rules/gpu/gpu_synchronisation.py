"""Places where the processor waits for the GPU."""

from repobook.findings.rule import C_FAMILY, PYTHON, Rule, calls

_APIS = ("cuda", "hip")
_CALLS = ("DeviceSynchronize", "StreamSynchronize", "EventSynchronize")

RULE = Rule(
    C_FAMILY | PYTHON,
    "fact",
    "performance",
    "{name}() waits for the GPU",
    (calls(*(f"{api}{call}" for api in _APIS for call in _CALLS), of=("", "?")),),
    fires=(("CUDA", "void f() { cudaDeviceSynchronize(); }\n"),),
    quiet=(("Python", "account.synchronize()\n"), ("CUDA", "// cudaDeviceSynchronize();\n")),
)
