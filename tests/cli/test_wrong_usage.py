"""Wrong usage of each command: exit code 2, nothing on stdout, what is wrong on stderr."""

from __future__ import annotations

import pytest

WRONG = {
    "build --out {tmp}/worlds": [
        (["--n", "0"], "--n: got 0; allowed is 1 to"),
        (["--n", "-5"], "--n: got -5"),
        (["--n", "99999999999"], "--n: got 99999999999"),
        (["--seed", "-1"], "--seed: got -1"),
        (["--rows", "few"], "--rows: got 'few'; it is written LOW-HIGH"),
        (["--rows", "500-300"], "--rows: got 500-300"),
        (["--rows", "0-10"], "--rows: got 0-10"),
        (["--packs", "smartphone"], "did you mean 'smartphones'?"),
        (["--packs", "football,football"], "name each pack once"),
        (["--packs", "missing.yaml"], "missing.yaml"),
        (["--workers", "0"], "--workers: got 0"),
        (["--tasks-per-world", "41"], "--tasks-per-world: got 41; allowed is 0 to 40"),
        (["--task-kinds", "wide=0.5,deep=0.2"], "the shares add up to 1"),
        (["--task-kinds", "wide=1,depe=0"], "did you mean 'deep'?"),
        (["--task-kinds", "wide"], "--task-kinds: got 'wide'; it is written wide=0.66"),
        (["--task-kinds", "wide=0.5,empty=0.5"], "empty is at most 0.03"),
        (["--task-rows", "many"], "--task-rows: got 'many'; it is written LOW-HIGH, such as 5-120"),
        (["--task-rows", "1-10"], "--task-rows: got 1-10; allowed is LOW-HIGH within 5-120"),
        (["--task-hops", "2-9"], "--task-hops: got 2-9"),
        (["--held-out", "footbal"], "did you mean 'football'?"),
        (["--collision-list", "missing.txt"], "missing.txt"),
    ],
    "tasks {worlds}": [
        (["--world", "99"], "got world 99; this dataset holds worlds 0-5"),
        (["--pack", "footbal"], "did you mean 'football'?"),
        (["--kind", "broad"], "'broad' is not one of"),
        (["--split", "dev"], "'dev' is not one of"),
    ],
    "show {worlds}": [
        (["99"], "got world 99; this dataset holds worlds 0-5"),
        (["0", "--table", "clubs"], "did you mean 'club'?"),
        (["--table", "club"], "--table: got 'club' and no world"),
        (["--key"], "--key: got no world and no task"),
        (["x"], "give a task's id, such as 17-2, or a world's, such as 17"),
        (["0-99"], "got task 0-99; world 0 has 0-1, 0-2"),
        (["0-1", "--rows", "3"], "--table and --rows: got task 0-1"),
        (["0", "--json", "--table", "clubs"], "did you mean 'club'?"),
    ],
    "export {worlds} --out {tmp}/out": [
        (["--format", "xml"], "'xml' is not one of"),
        (["--format", "jsonl", "--kinds", "wide,depe"], "did you mean 'deep'?"),
        (["--format", "jsonl", "--pack", "footbal"], "did you mean 'football'?"),
        (["--format", "jsonl", "--kinds", ""], "got kind ''; allowed: wide, deep, empty"),
        (["--format", "hf", "--characters", "many"], "--characters: got 'many'"),
        (["--format", "jsonl", "--calls", "9"], "got format jsonl; only hf"),
    ],
    "score": [
        ([], "got no arguments; give DIR TASK_ID ANSWER.md"),
        (["worlds", "0-1"], "got the arguments worlds 0-1; give DIR"),
        (["--gold", "g.csv", "a.md"], "--evaluation and --gold: go together"),
        (["--evaluation", "e.json", "--gold", "g.csv"], "--evaluation and --gold: go together"),
        (["--cases", "c.jsonl", "a.md"], "--cases: got other arguments"),
        (["--cases", "c.jsonl", "--mode", "lenient"], "--mode: got lenient with --cases"),
        (["--cases", "c.jsonl"], "there is no file c.jsonl"),
        (["--mode", "strict"], "'strict' is not one of"),
    ],
    "serve {worlds} --state {tmp}/state": [
        (["--host", "0.0.0.0"], "FICTIONWORLD_TRAINER_TOKEN"),
        (["--policy", "opn"], "did you mean 'open'"),
        (["--controls", "reallistic"], "realistic"),
        (["--backend", "drafts:none"], "none"),
        (["--host", "nowhere.invalid"], "TOKEN"),
        (["--stdio", "x"], "17-2"),
        (["--stdio", "1-1", "--cache-mb", -1], "cache_mb: got -1"),
        (["--state", "/dev/null/x"], "/dev/null/x"),
    ],
    "rollout {worlds}": [
        (["--agent", "scoot"], "did you mean 'scout'"),
        (["--agent", "openai:tiny"], "--base-url"),
        (["--agent", "scout", "--policy", "shut"], "got policy 'shut'"),
        (["--agent", "scout", "--controls", "hostile,spma=0.1"], "did you mean 'spam'"),
        (["--agent", "scout", "--kinds", "huge"], "got kind 'huge'"),
        (["--agent", "scout", "--split", "later"], "got split 'later'"),
        (["--agent", "guess", "--resume"], "--traces FILE"),
        (["--agent", "oracle", "--tasks", -4], "Invalid value"),
        (["--agent", "oracle", "--calls", -1], "Invalid value"),
    ],
    "certify {worlds}": [(["--sample", -1], "Invalid value")],
    "audit {worlds}": [
        (["--backend", "vllm:some-model"], "vllm:some-model"),
        (["--backend", "drafts:missing", "--workers", 1], "missing"),
        (["--policy", "shut"], "shut"),
        (["--sample", 2, "--workers", 1, "--texts", "missing.jsonl"], "missing.jsonl"),
        (["--sample", 1, "--workers", 1], "--sample: got 1"),
        (["--sample", 2, "--workers", 1, "--collision-index", "missing.txt"], "missing.txt"),
    ],
    "validate {worlds}": [
        (["--graph", "0"], "--graph"),
        (["--out", "x.dot"], "--out"),
        (["--pack", "football", "--self-test"], "--self-test"),
        (["--pack", "football", "--keys"], "--keys"),
        (["--keys", "--self-test"], "--keys"),
    ],
    "packs check": [
        (["footbal"], "did you mean 'football'?"),
        (["missing.yaml"], "there is no such file"),
    ],
}


CASES = [
    pytest.param((command, *case), id=f"{command.partition(' {')[0]} {' '.join(map(str, case[0]))}")
    for command, cases in WRONG.items()
    for case in cases
]


@pytest.mark.parametrize("case", CASES)
def test_what_cannot_be_is_refused(call, worlds, tmp_path, monkeypatch, case):
    command, arguments, said = case
    monkeypatch.chdir(tmp_path)
    words = [word.format(worlds=worlds, tmp=tmp_path) for word in command.split()]
    answer = call(*words, *arguments)
    assert (answer.code, answer.out) == (2, "")
    assert said in " ".join(answer.err.split()) and "Traceback" not in answer.err
    assert {path.name for path in tmp_path.iterdir()} <= {"state"}  # of a server that did not start
