"""PyTorch: what its names decide, read and lock, on the languages that use them."""

import pytest

from repobook.findings.run import all_rules
from repobook.languages import parse
from repobook.packs import installed as packs


@pytest.mark.parametrize(
    ("rule", "language", "code"),
    [
        ("compiled-function", "Python", "@torch.jit.script\ndef f(): pass\n"),
        ("compiled-function", "Python", "g = torch.compile(f)\n"),
        ("gpu-synchronisation", "Python", "import torch\ntorch.cuda.synchronize()\n"),
        ("gpu-synchronisation", "CUDA", "void f() { at::cuda::device_synchronize(); }\n"),
        ("lock", "Python", "x = torch.multiprocessing.Lock()\n"),
        ("thread", "Python", "x = torch.multiprocessing.Process(target=f)\n"),
        ("parallel-loop", "C++", "namespace at {\nvoid f() { at::parallel_for(0, n, 1, g); }\n}\n"),
    ],
)
def test_a_rule_knows_its_names(rule: str, language: str, code: str) -> None:
    assert rule in [finding.rule for finding in parse(language, code.encode()).findings]


def test_every_case_extends_a_rule_that_is_there() -> None:
    for pack in packs.installed().packs:
        assert pack.finds.keys() <= all_rules().keys()


@pytest.mark.parametrize(
    ("language", "code", "kind"),
    [
        ("Python", "def f(x):\n    torch._check(x > 0)\n", "assert"),
        ("Python", "class T:\n    @slowTest\n    def test_a(self): pass\n", "restrict"),
        ("Python", "class T:\n    @dtypes(1)\n    def test_a(self): pass\n", "parametrize"),
        ("C++", "void f() { TORCH_WARN(1); }\n", "warn"),
        ("C++", "void f() { AT_ERROR(1); }\n", "raise"),
    ],
)
def test_a_decision_is_known_by_its_name(language: str, code: str, kind: str) -> None:
    assert [decision.kind for decision in parse(language, code.encode()).decisions] == [kind]


def test_flags_are_options_and_tests_are_run_by_their_file() -> None:
    (setting,) = parse("C++", b'C10_DEFINE_bool(fast, false, "speed");\n').settings
    assert setting == (1, "command-line option", "fast")
    assert "run_tests" in packs.test_starters()
