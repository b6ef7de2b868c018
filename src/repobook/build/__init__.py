"""From sources to a published book; ``pipeline.py`` has the data flow."""
