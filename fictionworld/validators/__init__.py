"""The validators: a stored world against its pack's rules, and against planted faults.

They share no code with the generator. `check.check_worlds` checks every rule on many worlds at
once; `selftest.self_test` measures, by planted faults, how much that catches.
"""
