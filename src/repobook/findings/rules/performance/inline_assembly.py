"""Instructions written by hand."""

from repobook.findings.rule import C_FAMILY, Rule, code

RULE = Rule(
    C_FAMILY,
    "fact",
    "performance",
    "inline assembly",
    (
        code(
            rb"(?<![\w.])(?:asm|__asm__|__asm)(?:\s+(?:volatile|__volatile__|goto))?\s*\(\s*"
            rb"(?=\"[^\"])",
            b"asm",
        ),
    ),
    fires=(("C", 'void f() { asm volatile("nop"); __asm__("nop"); }\n'),),
    quiet=(("C", '// asm("nop")\nvoid f() { g("asm (\\"nop\\")"); asm_(1); }\n'),),
)
