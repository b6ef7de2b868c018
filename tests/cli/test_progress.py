"""Progress: a bar in a terminal, lines in a log, with the time left in both."""

import pytest

from repobook.cli.progress import LineProgress, TerminalProgress


def _at(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    monkeypatch.setattr("repobook.cli.progress.time.monotonic", lambda: seconds)


def test_a_log_hears_of_a_long_phase_every_ten_seconds(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = LineProgress()
    _at(monkeypatch, 100.0)
    lines.begin("read files", 40_000_000)
    for second, amount in ((105.0, 5_000_000), (111.0, 5_000_000), (112.0, 1), (122.0, 9_999_999)):
        _at(monkeypatch, second)
        lines.advance(amount)
    lines.end()
    assert capsys.readouterr().err.splitlines() == [
        "read files",
        "read files  25%  33 s left",
        "read files  50%  22 s left",
    ]


def test_a_log_hears_only_the_name_of_a_phase_whose_end_nobody_knows(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = LineProgress()
    _at(monkeypatch, 1.0)
    lines.begin("understand", None)
    _at(monkeypatch, 50.0)
    lines.advance(1)
    assert capsys.readouterr().err == "understand\n"


def test_a_terminal_has_a_bar(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bar = TerminalProgress()
    _at(monkeypatch, 1.0)
    bar.begin("make pages", 100)
    _at(monkeypatch, 2.0)
    bar.advance(50)
    bar.end()
    drawn = capsys.readouterr().err.split("\r\x1b[K")
    assert drawn[2] == f"make pages   {'█' * 14}{'░' * 14}  50%  1 s left"
