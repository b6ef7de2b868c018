"""What a hostile repository may try, and the tests that try it: none may go without a notice."""

import re
from pathlib import Path

import pytest

_TESTS = Path(__file__).parents[1]

# Named by what is tried; each test by its file and its name.
ROWS = {
    "links that lead outside": "functional/test_hostile_trees links_and_special_files",
    "a component swapped for a link": "scan/test_folder component_swapped_for_a_link",
    "pipes, sockets and devices": "scan/test_folder special_files_are_named",
    "sparse and growing files": "scan/test_folder file_that_grows_while_read",
    "names of all sorts": "functional/test_hostile_trees names_of_all_sorts",
    "names alike but for case or form": "render/test_places no_two_pages_lie_in_one_place",
    "very deep folders": "scan/test_folder three_thousand_folders_deep",
    "many files in a folder": "scan/test_folder twenty_thousand_files",
    "unreadable files and folders": "scan/test_folder file_that_cannot_be_read",
    "a book inside the tree": "functional/test_hostile_trees book_inside_the_tree",
    "huge files of rules": "scan/test_ignore_rules huge_ignore_file",
    "times of any century": "scan/test_folder strange_times",
    "broken and odd encodings": "functional/test_hostile_trees texts_of_all_sorts",
    "lines as editors count them": "languages/test_parse line_numbers_equal",
    "long lines and many lines": "languages/test_parse line_of_five_megabytes",
    "bidi and invisible characters": "languages/test_parse invisible_characters",
    "terminal escapes": "functional/test_hostile_trees messages_about_hostile_names",
    "git keys that run programs": "scan/test_git_safety no_key_runs_anything",
    "git files that point elsewhere": "scan/test_git_sources dot_git_file_pointing_elsewhere",
    "refs that look like options": "scan/test_git_sources refs_that_look_like_options",
    "pipes in a git directory": "hostile/test_git_directories pipe_stalls_nothing",
    "trees that list without end": "hostile/test_git_directories tree_that_explodes",
    "a git that outlives its build": "hostile/test_git_directories killed_build_leaves_no_git",
    "authors called anything": "scan/test_history author_may_be_called_anything",
    "corrupt, shallow and unborn histories": "scan/test_git_sources corrupt_or_missing_head",
    "deep nesting in every language": "functional/test_deep_nesting no_bomb_harms_another_file",
    "parsers that die": "build/test_parser_deaths text_of_a_deadly_file",
    "bombs of size": "functional/test_hostile_trees bombs_of_size",
    "cycles of imports and bases": "resolve/test_cyclic_memo many_cycles",
    "random bytes in every language": "languages/test_parse no_bytes_make_it_raise",
    "modules that would be imported": "functional/test_hostile_trees modules_of_the_repository",
    "markup in every place, in a browser": "browser/test_attacks every_page_is_of_our_making",
    "markup in every place, in Markdown": "render/test_inert hostile_text_changes_nothing",
    "hostile words in questions": "web/test_routes hostile_words_get_an_answer",
    "limits out of bounds": "web/test_routes limit_out_of_bounds",
    "addresses that climb": "web/test_pages no_other_file_is_served",
    "ranges without end": "web/test_pages ranges_are_answered",
    "slow clients": "web/test_server half_a_request",
    "huge heads and bodies": "web/test_server what_is_too_much",
    "foreign hosts": "web/test_guard another_name_for_this_machine",
    "foreign origins": "browser/test_served page_of_another_site_gets_nothing",
    "readers during a build": "web/test_publishing 20_books_are_published",
    "kills at any moment": "functional/test_faults killed_around_each_step",
    "full disks": "functional/test_faults full_disk",
    "too few descriptors": "functional/test_faults too_few_descriptors",
    "two builds at once": "functional/test_faults two_builds_at_once",
    "damaged indexes": "index/test_checksum one_bit_breaks_the_seal",
    "books of others, spoilt": "hostile/test_foreign_books no_spoilt_value_does_more",
    "other surroundings": "functional/test_determinism surroundings_do_not_show",
}


@pytest.mark.parametrize("tried", ROWS)
def test_there_is_a_test_that_tries_it(tried: str) -> None:
    file, _, name = ROWS[tried].partition(" ")
    text = (_TESTS / f"{file}.py").read_text("utf-8")
    assert re.search(rf"^def test_\w*{name}\w*\(", text, re.MULTILINE)
