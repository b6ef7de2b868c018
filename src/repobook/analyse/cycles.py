"""Import cycles, and the layers of the graph in which each cycle is a single node."""

from collections.abc import Iterator, Mapping, Sequence

Graph = Mapping[str, Sequence[str]]


def strong_components(graph: Graph) -> list[list[str]]:
    """Strongly connected components, each sorted; dependents come after their dependencies."""
    return list(_components(graph))


def layers(graph: Graph, components: list[list[str]]) -> dict[str, int]:
    """The longest path from each file to one without dependencies; a cycle counts as one step."""
    number_by_path = {path: n for n, members in enumerate(components) for path in members}
    layer_by_number: list[int] = []
    for number, component in enumerate(components):
        below = {number_by_path[target] for path in component for target in graph.get(path, ())}
        below.discard(number)
        layer_by_number.append(1 + max((layer_by_number[n] for n in below), default=-1))
    return {path: layer_by_number[number] for path, number in number_by_path.items()}


def _components(graph: Graph) -> Iterator[list[str]]:
    """Tarjan's algorithm with a stack of its own: a chain may be longer than Python's."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    open_paths: list[str] = []
    is_open: set[str] = set()
    for start in graph:
        if start in index:
            continue
        waiting = [(start, iter(graph[start]))]
        index[start] = low[start] = len(index)
        open_paths.append(start)
        is_open.add(start)
        while waiting:
            path, targets = waiting[-1]
            for target in targets:
                if target not in index:
                    index[target] = low[target] = len(index)
                    open_paths.append(target)
                    is_open.add(target)
                    waiting.append((target, iter(graph.get(target, ()))))
                    break
                if target in is_open:
                    low[path] = min(low[path], index[target])
            else:
                waiting.pop()
                if waiting:
                    low[waiting[-1][0]] = min(low[waiting[-1][0]], low[path])
                if low[path] == index[path]:
                    yield _closed(path, open_paths, is_open)


def _closed(first: str, open_paths: list[str], is_open: set[str]) -> list[str]:
    component = [open_paths.pop()]
    while component[-1] != first:
        component.append(open_paths.pop())
    is_open.difference_update(component)
    return sorted(component)
