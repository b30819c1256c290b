"""The validators: a stored world against its pack's rules, and against planted faults.

They share no code with the generator. `check.check_worlds` tries every rule on many worlds at once;
`selftest.self_test` measures what that proves, by planting faults.
"""
