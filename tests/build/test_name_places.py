"""Names packed with the places that define them."""

from hypothesis import given
from hypothesis import strategies as st

from repobook.build.link.name_places import NamePlaces, packed_names
from repobook.build.read.units import ReadFile

FILES = tuple(ReadFile(path, id, "Python", "source", None) for id, path in [(7, "a"), (3, "b")])
ROWS = st.lists(st.tuples(st.text(max_size=3), st.sampled_from([7, 3]), st.integers(0, 9)))


@given(ROWS)
def test_every_name_has_its_places_in_the_order_of_files(rows: list[tuple[str, int, int]]) -> None:
    places = NamePlaces(packed_names(FILES, sorted(rows)))
    at_by_id = {7: 0, 3: 1}
    for name in {"", "absent", *(name for name, _, _ in rows)}:
        wanted = sorted((at_by_id[id], n) for found, id, n in rows if found == name)
        assert list(places.of(name)) == wanted
        assert places.n_of(name) == len(wanted)


def test_nothing_is_defined() -> None:
    assert NamePlaces(packed_names((), [])).n_of("x") == 0
