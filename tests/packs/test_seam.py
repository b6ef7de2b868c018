"""A pack that somebody installs: found, applied, fingerprinted; one that fails costs a message."""

import os
import subprocess
import sys
from pathlib import Path

import repobook

# The pack of CONTRIBUTING.md, as it stands there.
_GUIDE = Path(__file__).parents[2] / "CONTRIBUTING.md"
_APP = """\
from shop import route

@route("/cart")
def cart(): ...
"""
_BUILD = """
import sys
from repobook import build_book, open_book
build_book(sys.argv[1], sys.argv[2])
with open_book(sys.argv[2]) as book:
    print([(s.kind, s.qualname, s.line) for s in book.symbols(kind="route").symbols])
    print([s.line for s in book.references("cart").sites])
    status = book.status()
    print(status.meta["notices"], [d[2] for d in status.diagnostics])
"""
_FINGERPRINT = "from repobook.build.fingerprint import own_fingerprint as f; print(f())"


def _pack() -> str:
    return _GUIDE.read_text().partition('"""Routes of shop')[2].partition("```")[0]


def _install(folder: Path, source: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / "shop_pack.py").write_text(source)
    info = folder / "shop_pack-1.0.dist-info"
    info.mkdir(exist_ok=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: shop-pack\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[repobook.packs]\nshop = shop_pack:PACK\n")


def _python(code: str, *arguments: Path, installed: Path, cwd: Path | None = None) -> str:
    own = Path(repobook.__file__).parents[1]
    environment = {**os.environ, "PYTHONPATH": f"{own}{os.pathsep}{installed}"}
    command = [sys.executable, "-c", code, *map(str, arguments)]
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, check=True, cwd=cwd
    )
    return done.stdout


def _built(tmp_path: Path, source: str) -> list[str]:
    _install(tmp_path / "packs", source)
    repository = tmp_path / "repository"
    repository.mkdir(exist_ok=True)
    (repository / "app.py").write_text(_APP)
    output = _python(_BUILD, repository, tmp_path / "book", installed=tmp_path / "packs")
    return output.splitlines()


def test_the_pack_of_the_guide_makes_routes_symbols_that_lead_to_code(tmp_path: Path) -> None:
    symbols, lines, problems = _built(tmp_path, f'"""{_pack()}')
    assert symbols == "[('route', 'GET /cart', 3)]"
    assert lines == "[3]"
    assert problems == " []"


def test_a_pack_that_cannot_be_loaded_is_left_out_and_reported(tmp_path: Path) -> None:
    symbols, _, problems = _built(tmp_path, "import nothing_of_that_name\n")
    assert symbols == "[]"
    assert problems.startswith("pack shop is not used: ModuleNotFoundError")


def test_a_pack_that_fails_on_a_file_leaves_a_diagnostic(tmp_path: Path) -> None:
    source = (
        "from repobook.packs.pack import Pack\n"
        "def read(language, source, facts):\n    raise ValueError(1)\n"
        "PACK = Pack('shop', read=read)\n"
    )
    assert _built(tmp_path, source)[2] == " ['pack shop failed: ValueError']"


def test_installing_and_changing_a_pack_gives_another_fingerprint(tmp_path: Path) -> None:
    packs = tmp_path / "packs"
    fingerprints = [_python(_FINGERPRINT, installed=packs)]
    for source in ("PACK = 1\n", "PACK = 2\n"):
        _install(packs, source)
        fingerprints.append(_python(_FINGERPRINT, installed=packs))
    assert len(set(fingerprints)) == 3


def test_a_repository_brings_no_pack_along(tmp_path: Path) -> None:
    """Even where its folder is on the path, as ``python -c`` puts it there."""
    _install(tmp_path, "raise SystemExit('run')\n")
    code = "from repobook.packs.installed import installed as i; print(i())"
    assert "shop" not in _python(code, installed=tmp_path / "none", cwd=tmp_path)
