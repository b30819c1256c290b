"""The validators: a stored world against its pack's rules, and the rules against mutated worlds.

They share no code with the generator. `check.check_worlds` checks every rule on many worlds at
once; `selftest.self_test` measures, by mutations of worlds, how much that catches.
"""
