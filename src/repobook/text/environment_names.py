"""Names that variables of the environment have as symbols."""


def variable_name(name: str) -> str:
    """A constant that holds its value is often called the same."""
    return f"env:{name}"
