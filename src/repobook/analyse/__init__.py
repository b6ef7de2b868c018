"""The graph and the facts to insights: ranks, tests for a file, findings, patterns."""
