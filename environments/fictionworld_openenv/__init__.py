"""Search agents in fictional worlds, as an OpenEnv environment."""
