"""What is loaded before a first answer."""

import subprocess
import sys


def test_answering_a_question_loads_no_parsers_or_packs() -> None:
    script = (
        "import sys, repobook.ask.questions; "
        "print(*sorted({'repobook.languages', 'repobook.packs.installed'} & {*sys.modules}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True, text=True
    )
    assert done.stdout.split() == []
