"""A stand-in for vLLM: its names, and an engine in a process of its own that echoes plain texts.

Put `tests/stand_in_vllm` on the path (`on_path` in `tests/stand_in_vllm/use.py`).
"""
