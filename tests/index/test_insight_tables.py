"""What insights take from the links of a file."""

from repobook.index.insight_tables import FileState


def test_edges_that_begin_in_other_lines_are_the_same_links() -> None:
    state = FileState(((1, "call", 3, "exact", 2),), False, (), frozenset(), frozenset())
    assert state.linked == state._replace(edges=((1, "call", 9, "exact", 2),)).linked
    assert state.linked != state._replace(edges=((1, "call", 3, "exact", 3),)).linked
    assert state.linked != state._replace(same=frozenset([4])).linked
