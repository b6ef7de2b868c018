"""Names that compiled code has in Python."""


def bound_python_name(name: str) -> str:
    """As a symbol bears it: the function behind it may be called the same."""
    return f"py:{name}"
