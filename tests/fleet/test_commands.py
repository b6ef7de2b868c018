"""The commands of a fleet as a user types them."""

import json
from pathlib import Path

from tests.fakes.books import run
from tests.fleet.conftest import MakeFleet


def test_commands_build_account_and_answer(make_fleet: MakeFleet, tmp_path: Path) -> None:
    make_fleet()

    def fleet(*arguments: str) -> tuple[int, list[str]]:
        done = run("fleet", *arguments, cwd=tmp_path)
        return done.returncode, done.stdout.decode().splitlines()

    assert fleet("build") == (0, ["account: 3 built = 3 repositories"])
    assert fleet("watch", "--once") == (0, [])
    code, lines = fleet("status")
    assert (code, lines[-1]) == (0, "account: 3 built = 3 repositories")
    assert lines[0].split()[:2] == ["library", "built"]
    code, lines = fleet("search", "cart")
    assert lines[0].split()[:3] == ["library:src/shop/cart.py:4", "class", "Cart"]
    code, lines = fleet("refs", "shop.price")
    assert lines[:3] == [
        "library:src/shop/money.py:1  function price",
        "  exported as shop.price, shop.money.price",
        "3 uses in 2 other repositories",
    ]
    code, lines = fleet("impact", "Cart.add", "--json")
    (affected,) = json.loads("".join(lines))["data"]["affected"]
    assert (affected["name"], affected["n_tests"]) == ("site", 1)
    assert fleet("refs", "nothing")[0] == 1
    assert fleet("findings", "S307") == (
        1,
        [
            "library:src/shop/money.py:6  warning: eval executes a string as code",
            "S307  warning  1 finding  in 1 repository",
        ],
    )
    assert fleet("findings", "nothing") == (0, [])
    assert run("fleet", "status", "--fleet", "none.toml", cwd=tmp_path).returncode == 2
