"""A timeline in words."""

from repobook.model.blocks import Timeline


def timeline_text(block: Timeline) -> str:
    """Every period in which something happened; between the first and the last, none elsewhere."""
    periods = ", ".join(f"{period} {n:,}" for period, n in block.periods if n)
    return f"{block.caption}: {periods}"
