"""The client of OpenAI-compatible servers: one for agents, for wording and for the audit."""
