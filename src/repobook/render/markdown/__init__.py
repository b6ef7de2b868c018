"""Pages as Markdown."""
