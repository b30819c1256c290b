"""The asynchronous engine: a process that answers each request after `STAND_IN_DELAY_S`.

`STAND_IN_LOG` names a file that gets a line for each engine that was started: its process id. The
engine outlives whoever started it, as vLLM's does, unless it is told to end.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import time
from contextlib import suppress
from itertools import count
from pathlib import Path
from threading import Thread
from types import SimpleNamespace

from pydantic import BaseModel, model_validator

LONGEST = 40_960
"""Tokens that the model has room for."""


class EngineDeadError(Exception):
    pass


class ModelConfig(BaseModel):
    max_model_len: int

    @model_validator(mode="after")
    def _has_room(self):
        if self.max_model_len > LONGEST:
            raise ValueError(
                f"User-specified max_model_len ({self.max_model_len}) is greater than the derived "
                f"max_model_len ({LONGEST})"
            )
        return self


class Tokenizer:
    """A token a byte."""

    def apply_chat_template(self, messages, *, tokenize, add_generation_prompt, **template):
        assert add_generation_prompt and not tokenize
        return json.dumps({"messages": messages, "template": template})

    def encode(self, text, *, add_special_tokens):
        assert not add_special_tokens
        return list(text.encode())

    def get_added_vocab(self):
        return {"{": 0, '"role"': 1}


def run_engine_core(pipe):
    """Answers what comes through the pipe; when nobody holds the other end it just goes on."""
    delay_s = float(os.environ.get("STAND_IN_DELAY_S", "0.001"))
    waiting = []
    while True:
        try:
            while pipe.poll(0.002):
                waiting.append((time.monotonic() + delay_s, *pipe.recv()))
        except (EOFError, OSError):
            time.sleep(60)
        while waiting and waiting[0][0] <= time.monotonic():
            _, number, tokens, keys = waiting.pop(0)
            pipe.send((number, _answer(bytes(tokens).decode(), keys)))


def _answer(prompt, keys):
    user = json.loads(prompt)["messages"][1]["content"]
    if not user.startswith("{"):
        return json.dumps(dict.fromkeys(keys, user))
    passages = json.loads(user)["passages"]
    return json.dumps({key: passages[key]["plain"] for key in keys})


class AsyncLLM:
    """One engine."""

    def __init__(self, arguments, usage_context):
        ModelConfig(max_model_len=arguments.max_model_len or LONGEST)
        self.usage_context = usage_context
        self.arguments = arguments
        self.asked = []
        self.in_flight = self.peak = 0
        self.errored = False
        batch = arguments.max_num_seqs or 8
        self.vllm_config = SimpleNamespace(
            parallel_config=SimpleNamespace(data_parallel_size=arguments.data_parallel_size),
            scheduler_config=SimpleNamespace(max_num_seqs=batch),
            model_config=SimpleNamespace(max_model_len=arguments.max_model_len or LONGEST),
        )
        context = multiprocessing.get_context(os.environ["VLLM_WORKER_MULTIPROC_METHOD"])
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=run_engine_core, args=(theirs,), name="EngineCore")
        self._process.start()
        theirs.close()
        if "STAND_IN_LOG" in os.environ:
            with Path(os.environ["STAND_IN_LOG"]).open("a") as log:
                log.write(f"{self._process.pid}\n")
        self._numbers = count()
        self._futures = {}
        self._loop = asyncio.get_running_loop()
        Thread(target=self._read, daemon=True).start()

    @classmethod
    def from_engine_args(cls, arguments, *, usage_context):
        return cls(arguments, usage_context)

    def get_tokenizer(self):
        return Tokenizer()

    async def generate(self, prompt, parameters, request_id, *, lora_request=None):
        if self.errored:
            raise EngineDeadError("EngineCore encountered an issue")
        keys = parameters.structured_outputs.json["required"]
        if "refused" in keys:
            raise ValueError("this schema is not supported")
        self.asked.append((parameters, request_id, lora_request))
        number = next(self._numbers)
        future = self._futures[number] = self._loop.create_future()
        self.in_flight += 1
        self.peak = max(self.peak, self.in_flight)
        try:
            self._pipe.send((number, prompt["prompt_token_ids"], keys))
            text = await future
        except OSError:
            raise EngineDeadError("EngineCore encountered an issue") from None
        finally:
            self.in_flight -= 1
        one = SimpleNamespace(text=text, finish_reason="stop", token_ids=[0] * len(text))
        yield SimpleNamespace(
            outputs=[one],
            finished=True,
            prompt_token_ids=prompt["prompt_token_ids"],
            num_cached_tokens=7,
        )

    async def reset_prefix_cache(self):
        pass

    def shutdown(self):
        self._process.kill()
        self._process.join()

    def _read(self):
        try:
            while True:
                number, text = self._pipe.recv()
                self._loop.call_soon_threadsafe(self._answered, number, text)
        except (EOFError, OSError, RuntimeError):
            self.errored = True
            with suppress(RuntimeError):  # the loop is closed
                self._loop.call_soon_threadsafe(self._died)

    def _answered(self, number, text):
        future = self._futures.pop(number)
        if not future.done():
            future.set_result(text)

    def _died(self):
        for future in self._futures.values():
            if not future.done():
                future.set_exception(EngineDeadError("EngineCore encountered an issue"))
                future.exception()  # whoever asked may have gone
