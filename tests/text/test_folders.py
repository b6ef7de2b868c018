from repobook.text.folders import folders_of


def test_every_folder_on_the_way_is_told_once_and_in_order() -> None:
    assert folders_of(["b/c/d.py", "a.py", "b/e.py", "a/x"]) == ["", "a", "b", "b/c"]


def test_the_root_is_there_without_files() -> None:
    assert folders_of([]) == [""]
