"""verl's dataset of conversations, from what `export --format sft` writes.

    torchrun -m verl.trainer.sft_trainer data.train_files=sft/train.jsonl \
        data.custom_cls.path=pkg://fictionworld.adapters.verl_conversations \
        data.custom_cls.name=Conversations ...

verl's own reads Parquet alone, whose columns give every call the arguments of all tools, as nulls,
and takes a loss on all messages of the agent, wrong calls too.
"""

from __future__ import annotations

from typing import Any

import pandas as pd
from verl.utils.dataset.multiturn_sft_dataset import MultiTurnSFTDataset
from verl.utils.tokenizer.chat_template import extract_system_prompt_and_generation


class Conversations(MultiTurnSFTDataset):
    """Conversations as JSON lines, with a loss on the messages whose `train` is true."""

    def _read_files_and_process(self) -> None:
        frames = [
            pd.read_json(path, lines=True, dtype=False, convert_dates=False)
            for path in self.parquet_files
        ]
        self.dataframe = pd.concat(frames, ignore_index=True)
        if self.max_samples > 0:
            self.dataframe = self.dataframe[: self.max_samples]
        self.messages = self.dataframe[self.messages_key].tolist()
        self.tools = self.dataframe[self.tools_key].tolist()
        self.enable_thinking = None
        self.system_prompt, self.generation_prompt = extract_system_prompt_and_generation(
            self.tokenizer, **self.apply_chat_template_kwargs
        )

    def _process_single_message(self, index: int, message: dict[str, Any], **rest: Any) -> Any:
        shown = {name: value for name, value in message.items() if name != "train"}
        ids, loss_mask, *others = super()._process_single_message(index, shown, **rest)
        return ids, loss_mask * bool(message.get("train")), *others
