"""TRL: an environment class for `GRPOTrainer`, its rows, and its reward function.

    settings = EpisodeSettings("worlds")
    trainer = GRPOTrainer(
        model="Qwen/Qwen3-4B",
        args=GRPOConfig(max_completion_length=32_768, ...),
        train_dataset=training_rows(settings, split="train", max_completion_length=32_768),
        environment_factory=environment_class(settings),
        reward_funcs=episode_reward,
    )

TRL counts the tools' replies in `max_completion_length`, and drops what no longer fits without a
word: `training_rows` leaves out tasks whose completion does not fit, and refuses a length in which
none does. A call with unknown arguments, or of an unknown tool, is refused by TRL and not
charged; whatever else is wrong with a call is answered by the tool and counts. A rollout in which a
call failed for reasons of ours gets None as its reward: TRL gives it no advantage. Why a generation
ended TRL does not tell a reward function; it masks cut ones by `mask_truncated_completions`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import trl  # noqa: F401 - so that an environment without it is found out
from transformers.utils import get_json_schema

from fictionworld.adapters.doctor import Adapter
from fictionworld.adapters.replies import log_answers
from fictionworld.adapters.settings import EpisodeSettings, MaskableEpisode
from fictionworld.episodes.faults import InfrastructureError
from fictionworld.errors import UsageError

if TYPE_CHECKING:
    import datasets


class SearchEnvironment:
    """One rollout at a time; TRL resets it for the next. Its public methods are the tools."""

    _settings: EpisodeSettings
    _episode: MaskableEpisode

    def reset(self, **row: Any) -> None:
        """Begins the episode of a row; `group_seed` and `policy` are shared by a group."""
        if "task_id" not in row:
            raise UsageError(f"got a row of {', '.join(row)}; it needs a task_id")
        self._episode = MaskableEpisode(self._settings.of_row(row))

    def web_search(self, queries: list[str]) -> str:
        """Search the web. Each query is answered with up to ten results.

        Args:
            queries: From 1 to 10 texts.
        """
        return self._called("web_search", queries=queries)

    def web_extractor(self, url: str, page: int = 1) -> str:
        """Read a web page as Markdown. Long pages come in parts.

        Args:
            url: From search results or links on pages.
            page: The part, 1 where left out.
        """
        return self._called("web_extractor", url=url, page=page)

    def dict_memory(
        self,
        operation: str,
        dict: dict[str, str] | None = None,  # noqa: A002 - the argument's name in the schema
        key_list: list[str] | None = None,
    ) -> str:
        """Keep notes by key until the end of the task.

        Args:
            operation: One of add, update, retrieve, remove, retrieve_all, remove_all.
            dict: To add or update: a value for each key.
            key_list: To retrieve or remove: texts.
        """
        return self._called("dict_memory", operation=operation, dict=dict, key_list=key_list)

    def _called(self, tool: str, **arguments: Any) -> str:
        given = {name: value for name, value in arguments.items() if value is not None}
        return self._episode.call(tool, given)

    def _score(self, answer: str) -> float | None:
        reward = self._episode.score(answer, self._settings.reward)
        return None if reward is None else self._settings.earned(self._episode.episode, reward)


def environment_class(settings: EpisodeSettings) -> type[SearchEnvironment]:
    """Return the class to give as `environment_factory`."""

    class Environment(SearchEnvironment):
        _settings = settings

    return Environment


def episode_reward(
    completions: list[list[dict[str, Any]]], environments: list[SearchEnvironment], **columns: Any
) -> list[float | None]:
    """Return the reward of each rollout's last message; None leaves it out. TRL logs two shares."""
    if log_metric := columns.get("log_metric"):
        log_answers([_text(messages) for messages in completions], log_metric)
    return [
        environment._score(_text(messages))
        for messages, environment in zip(completions, environments, strict=True)
    ]


def _text(messages: list[dict[str, Any]]) -> str:
    """Return the model's last message; empty where the rollout ended with a call or a reply."""
    last = messages[-1] if messages else {}
    if last.get("role") != "assistant" or last.get("tool_calls"):
        return ""
    return str(last.get("content") or "")


def training_rows(
    settings: EpisodeSettings,
    *,
    max_completion_length: int,
    split: str | None = "train",
    **choice: Any,
) -> datasets.Dataset:
    """Return the rows of `Dataset.rows` whose completion fits; `choice` as there.

    Raises:
        UsageError: As `Dataset.rows`; where no task fits, with what the smallest one needs.
    """
    from datasets import Dataset  # noqa: PLC0415 - slow to import

    rows = settings.rows(tokens=max_completion_length, split=split, **choice)
    return Dataset.from_list([row.as_dict() for row in rows])


def _trial(settings: EpisodeSettings, task_id: str, answer: str) -> float:
    environment = environment_class(settings)()
    environment.reset(task_id=task_id)
    for tool in (environment.web_search, environment.web_extractor, environment.dict_memory):
        get_json_schema(tool)
    environment.web_search([settings.prompt(task_id)[-1]["content"]])
    messages = [{"role": "assistant", "content": answer}]
    (reward,) = episode_reward(completions=[messages], environments=[environment])
    if reward is None:
        raise InfrastructureError(environment._episode.fault)
    return reward


ADAPTER: Final = Adapter("trl", "1.16", _trial)
