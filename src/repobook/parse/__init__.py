"""The engine of every parser: trees, definitions, references, scopes, decisions."""
