"""The book for coding agents: the answers of ``ask/`` as tools, resources and prompts of MCP.

Every answer fits into the tokens that the caller allows, says what it leaves out, and marks what
the repository says as quoted.
"""
