"""The book over HTTP: pages as the manifest has them, and the answers of ``ask/`` as JSON."""
