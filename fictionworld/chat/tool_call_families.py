"""How families of models write their tool calls into text, as data.

The marks are those of the models' chat templates, as the parsers of vLLM and SGLang know them; what
stands between them is read by `tool_call_body.py`, whatever the family. Marks that only wrap others
(`<|tool_calls_section_begin|>`) are left out.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class ToolCallFamily(NamedTuple):
    """A way of writing calls, and the parsers of servers that read it."""

    name: str
    opens: str
    """The mark before a call, or before several."""
    closes: str = ""
    """The mark behind it; empty where the next mark or the end of the text is its end."""
    vllm: str = ""
    """The value of `--tool-call-parser` of `vllm serve`; empty where there is none."""
    sglang: str = ""
    """The same of SGLang's server."""
    holds: str = ""
    """What the text between the marks contains, where marks are shared."""
    is_inner: bool = False
    """The opening mark is a part of the call: it has the name."""

    @property
    def advice(self) -> str:
        """Return what to set at the server so that it reads such calls itself."""
        parsers = [
            f"{server} {parser}"
            for server, parser in (("vLLM:", self.vllm), ("SGLang:", self.sglang))
            if parser
        ]
        if not parsers:
            return (
                f"{self.name}: start the server with --tool-call-parser and the parser of the "
                "model's family"
            )
        flag = " with --enable-auto-tool-choice" if self.vllm else ""
        return f"{self.name}: start the server with --tool-call-parser ({', '.join(parsers)}){flag}"


F = ToolCallFamily
_DSML = "<｜DSML｜"
FAMILIES: Final = (
    F("Qwen3-Coder", "<tool_call>", "</tool_call>", "qwen3_coder", "qwen3_coder", "<function="),
    F("GLM", "<tool_call>", "</tool_call>", "glm45", "glm45", "<arg_key>"),
    F("MiniMax M3", "<tool_call>", "</tool_call>", "minimax_m3", "minimax-m3", "<invoke"),
    F("Hermes, Qwen", "<tool_call>", "</tool_call>", "hermes", "qwen25"),
    F("Qwen3-Coder", "<function=", "</function>",
      "qwen3_coder", "qwen3_coder", "<parameter=", True),
    F("Llama 3", "<function=", "</function>", "llama3_json", "llama3", "", True),
    F("Seed-OSS", "<seed:tool_call>", "</seed:tool_call>", "seed_oss"),
    F("MiniMax M2", "<minimax:tool_call>", "</minimax:tool_call>", "minimax_m2", "minimax-m2"),
    F("DeepSeek V3.2", f"{_DSML}function_calls>", "</｜DSML｜function_calls>",
      "deepseek_v32", "deepseekv32"),
    F("DeepSeek V4", f"{_DSML}tool_calls>", "</｜DSML｜tool_calls>", "deepseek_v4", "deepseekv4"),
    F("DeepSeek V3.2", f"{_DSML}invoke name=", "</｜DSML｜invoke>",
      "deepseek_v32", "deepseekv32", "", True),
    F("DeepSeek V3.2", "<function_calls>", "</function_calls>",
      "deepseek_v32", "deepseekv32", "<invoke"),
    F("Olmo 3", "<function_calls>", "</function_calls>", "olmo3"),
    F("MiniMax M2", "<invoke name=", "</invoke>", "minimax_m2", "minimax-m2", "", True),
    F("DeepSeek V3, R1", "<｜tool▁call▁begin｜>", "<｜tool▁call▁end｜>",
      "deepseek_v3", "deepseekv3", "function<｜tool▁sep｜>"),
    F("DeepSeek V3.1", "<｜tool▁call▁begin｜>", "<｜tool▁call▁end｜>",
      "deepseek_v31", "deepseekv31"),
    F("Step 3", "<｜tool_call_begin｜>", "<｜tool_call_end｜>", "step3", "step3"),
    F("Kimi K2", "<|tool_call_begin|>", "<|tool_call_end|>", "kimi_k2", "kimi_k2"),
    F("Kimi K3", "<|open|>call tool=", "<|close|>call<|sep|>", "kimi_k3", "kimi_k3", "", True),
    F("Mistral", "[TOOL_CALLS]", "", "mistral", "mistral"),
    F("Llama 4", "<|python_start|>", "<|python_end|>", "llama4_pythonic", "pythonic"),
    F("Llama 3", "<|python_tag|>", "<|eom_id|>", "llama3_json", "llama3"),
    F("gpt-oss", "to=functions.", "<|call|>", "openai", "gpt-oss", "", True),
    F("Gemma 4", "<|tool_call>", "<tool_call|>", "gemma4", "gemma4"),
    F("FunctionGemma", "<start_function_call>", "<end_function_call>", "functiongemma"),
    F("Phi-4 mini", "<|tool_call|>", "<|/tool_call|>", "phi4_mini_json", "", "<|/tool_call|>"),
    F("Granite 3", "<|tool_call|>", "", "granite"),
    F("Granite 20B", "<function_call>", "</function_call>", "granite-20b-fc"),
    F("InternLM", "<|action_start|>", "<|action_end|>", "internlm", "interns1"),
    F("Jamba, Hunyuan, MiniMax M1", "<tool_calls>", "</tool_calls>",
      "jamba or hunyuan_a13b", "hunyuan"),
    F("Phi-4 mini", "functools", "", "phi4_mini_json"),
    F("LongCat", "<longcat_tool_call>", "</longcat_tool_call>", "longcat"),
    F("Nemotron", "<TOOLCALL>", "</TOOLCALL>"),
    F("Cohere", "<|START_ACTION|>", "<|END_ACTION|>", "cohere_command3", "cohere_command4"),
    F("Apertus", "<|tools_prefix|>", "<|tools_suffix|>", "apertus", "apertus2509"),
    F("LFM2", "<|tool_call_start|>", "<|tool_call_end|>", "lfm2", "lfm2"),
    F("GigaChat 3", "function call<|role_sep|>", "", "gigachat3", "gigachat3"),
)  # fmt: skip
"""Of several with one mark the first whose `holds` is there."""

BARE_JSON: Final = F("JSON without marks", "", "", "llama3_json or xlam", "llama3")
PYTHONIC: Final = F("calls in Python's syntax", "", "", "pythonic", "pythonic")
REACT: Final = F("ReAct", "Action:")
UNKNOWN: Final = F("marks of an unknown family", "")
