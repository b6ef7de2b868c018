"""Folders whose empty files speak by name alone."""

from repobook.scan.classify.markers import MarkerFolder, marker_folders


def test_uniform_folders_are_recognised_with_their_pattern() -> None:
    paths = [f"test/skips/Test{n}A.test_{n}" for n in range(30)]
    paths += [f"flags/{n}.skip" for n in range(25)]
    paths += [f"pkg/p{n}/__init__.py" for n in range(40)]
    assert marker_folders(paths) == (
        MarkerFolder("flags", 25, "*.skip"),
        MarkerFolder("test/skips", 30, "*.test_*"),
    )


def test_shared_words_show_in_the_pattern() -> None:
    paths = [f"x/TestCase{n}.test_{n}_cpu" for n in range(30)]
    assert marker_folders(paths) == (MarkerFolder("x", 30, "Test*.test_*"),)


def test_mixed_shapes_give_a_star() -> None:
    paths = [f"x/{'.'.join('abc'[: n % 3 + 1])}{n}" for n in range(60)]
    assert marker_folders(paths) == (MarkerFolder("x", 60, "*"),)


def test_order_of_paths_does_not_matter() -> None:
    paths = [f"{folder}/t{n}" for folder in "ba" for n in range(30)]
    assert marker_folders(paths) == marker_folders(reversed(paths))
