"""The official Python SDK against the program named by the first argument.

A second argument, `start`, runs only the session whose start is compared with the scenario `sdks-python`.
"""

import asyncio
import json
import sys
import tempfile
from pathlib import Path

from claude_agent_sdk import (
    AssistantMessage,
    ClaudeAgentOptions,
    ClaudeSDKClient,
    HookMatcher,
    PermissionResultAllow,
    PermissionResultDeny,
    ResultMessage,
    SystemMessage,
    TextBlock,
    ToolResultBlock,
    ToolUseBlock,
    UserMessage,
    create_sdk_mcp_server,
    query,
    tool,
)

PROGRAM = sys.argv[1]
PATIENCE = 60


def script(*blocks):
    return "SCRIPT:" + json.dumps(list(blocks))


def text(words, **more):
    return {"type": "text", "text": words, **more}


def call(name, **given):
    return {"type": "tool_use", "name": name, "id": "toolu_a", "input": given}


def touch(name="made"):
    return {**call("Bash", command=f"touch {name}", description="make a file"), "sim": {"stdout": ""}}


def options(directory, **more):
    return ClaudeAgentOptions(cli_path=PROGRAM, cwd=directory, setting_sources=[], **more)


async def replies(client, words):
    """Says something and returns everything up to the result."""
    await client.query(words)
    return [message async for message in client.receive_response()]


def said(messages):
    blocks = [block for message in messages if isinstance(message, AssistantMessage) for block in message.content]
    return "".join(block.text for block in blocks if isinstance(block, TextBlock))


def results(messages):
    blocks = [block for message in messages if isinstance(message, UserMessage) and isinstance(message.content, list)
              for block in message.content]
    return [block for block in blocks if isinstance(block, ToolResultBlock)]


async def simple_query(directory):
    messages = [message async for message in query(prompt=script(text("hello there")), options=options(directory))]
    assert said(messages) == "hello there", messages
    ends = [message for message in messages if isinstance(message, ResultMessage)]
    assert [end.is_error for end in ends] == [False], ends
    assert any(isinstance(message, SystemMessage) and message.subtype == "init" for message in messages)


async def several_turns(directory):
    async with ClaudeSDKClient(options(directory)) as client:
        first = await replies(client, script(text("one")))
        second = await replies(client, script(text("two")))
        assert (said(first), said(second)) == ("one", "two")
        assert first[-1].session_id == second[-1].session_id


async def asked(directory, answer, words=None):
    seen = []

    async def can_use_tool(name, given, context):
        seen.append((name, given))
        return answer(given)

    async with ClaudeSDKClient(options(directory, can_use_tool=can_use_tool)) as client:
        messages = await replies(client, words or script(touch()))
        after = await replies(client, script(text("still here")))
        assert said(after) == "still here"
    assert len(seen) == 1, seen
    return seen[0], messages


async def allow(directory):
    (name, given), messages = await asked(directory, lambda given: PermissionResultAllow())
    assert (name, given["command"]) == ("Bash", "touch made")
    assert not results(messages)[0].is_error, results(messages)


async def deny(directory):
    _, messages = await asked(directory, lambda given: PermissionResultDeny(message="not today"))
    assert results(messages)[0].is_error and results(messages)[0].content == "not today"
    assert not messages[-1].is_error


async def deny_and_interrupt(directory):
    _, messages = await asked(directory, lambda given: PermissionResultDeny(message="stop", interrupt=True))
    assert messages[-1].subtype == "error_during_execution", messages[-1]


async def changed_input(directory):
    words = script(call("Write", file_path=f"{directory}/w.txt", content="one\n"))
    change = lambda given: PermissionResultAllow(updated_input={**given, "content": "two\n"})
    _, messages = await asked(directory, change, words)
    shown = next(message for message in messages if isinstance(message, UserMessage) and results([message]))
    assert shown.tool_use_result["content"] == "two\n", shown


async def question(directory):
    asks = [{"question": "Which colour?", "header": "Colour", "multiSelect": False,
             "options": [{"label": "Blue", "description": "b"}, {"label": "Red", "description": "r"}]}]
    answer = lambda given: PermissionResultAllow(updated_input={**given, "answers": {"Which colour?": "Blue"}})
    (name, _), messages = await asked(directory, answer, script(call("AskUserQuestion", questions=asks)))
    assert name == "AskUserQuestion"
    assert "Blue" in str(results(messages)[0].content)


async def hooks(directory):
    seen = []

    async def before(given, tool_use_id, context):
        seen.append(given["hook_event_name"])
        return {"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "allow"}}

    async def after(given, tool_use_id, context):
        seen.append(given["hook_event_name"])
        return {}

    matchers = {"PreToolUse": [HookMatcher(matcher="Bash", hooks=[before])],
                "PostToolUse": [HookMatcher(matcher="Bash", hooks=[after])]}
    async with ClaudeSDKClient(options(directory, hooks=matchers)) as client:
        messages = await replies(client, script(touch()))
    assert seen == ["PreToolUse", "PostToolUse"], seen
    assert not results(messages)[0].is_error


async def mcp_tool(directory):
    seen = []

    @tool("add", "Adds two numbers", {"a": float, "b": float})
    async def add(given):
        seen.append(given)
        return {"content": [{"type": "text", "text": str(given["a"] + given["b"])}]}

    server = create_sdk_mcp_server(name="calc", version="1.0.0", tools=[add])
    chosen = options(directory, mcp_servers={"calc": server}, allowed_tools=["mcp__calc__add"])
    async with ClaudeSDKClient(chosen) as client:
        messages = await replies(client, script(call("mcp__calc__add", a=7, b=4)))
        status = await client.get_mcp_status()
    assert seen == [{"a": 7, "b": 4}], seen
    assert "11" in str(results(messages)[0].content)
    assert [(server["name"], server["status"]) for server in status["mcpServers"]] == [("calc", "connected")]


async def interrupt(directory):
    async with ClaudeSDKClient(options(directory, include_partial_messages=True)) as client:
        await client.query(script(text("first second", chunks=2, delay=50)))
        messages = []
        async for message in client.receive_response():
            messages.append(message)
            if type(message).__name__ == "StreamEvent" and message.event["type"] == "content_block_delta":
                await client.interrupt()
        assert messages[-1].subtype == "error_during_execution", messages[-1]
        assert said(await replies(client, script(text("go on")))) == "go on"


async def modes_and_models(directory):
    async with ClaudeSDKClient(options(directory)) as client:
        await client.set_permission_mode("acceptEdits")
        await client.set_model("claude-haiku-4-5-20251001")
        messages = await replies(client, script(call("Write", file_path=f"{directory}/w.txt", content="x\n")))
        start = next(message for message in messages if isinstance(message, SystemMessage) and message.subtype == "init")
        assert start.data["permissionMode"] == "acceptEdits"
        assert start.data["model"] == "claude-haiku-4-5-20251001"
        assert not results(messages)[0].is_error


async def context_usage(directory):
    async with ClaudeSDKClient(options(directory)) as client:
        await replies(client, "hello")
        usage = await client.get_context_usage()
        assert usage["maxTokens"] > 0 and usage["categories"], usage


async def api_error(directory):
    failure = {"type": "http_error", "status": 400, "etype": "invalid_request_error", "message": "scripted"}
    async with ClaudeSDKClient(options(directory)) as client:
        messages = await replies(client, script(failure))
        assert messages[-1].is_error and "scripted" in messages[-1].result, messages[-1]
        assert said(await replies(client, script(text("go on")))) == "go on"


async def subagent(directory):
    inner = script({"type": "text", "text": "found it"})
    task = call("Agent", description="Look", prompt=inner, subagent_type="general-purpose", run_in_background=False)
    async with ClaudeSDKClient(options(directory)) as client:
        messages = await replies(client, script(task))
    uses = [block for message in messages if isinstance(message, AssistantMessage) for block in message.content
            if isinstance(block, ToolUseBlock)]
    assert [use.name for use in uses] == ["Agent"], uses
    assert "found it" in str(results(messages)[-1].content), results(messages)


async def start(directory):
    options_of_start = {"include_partial_messages": True, "model": "claude-sonnet-4-5-20250929"}

    async def can_use_tool(name, given, context):
        return PermissionResultAllow()

    async with ClaudeSDKClient(options(directory, can_use_tool=can_use_tool, **options_of_start)) as client:
        messages = await replies(client, script(touch()))
    assert not results(messages)[0].is_error, results(messages)
    assert messages[-1].subtype == "success", messages[-1]


CASES = [simple_query, several_turns, allow, deny, deny_and_interrupt, changed_input, question, hooks, mcp_tool,
         interrupt, modes_and_models, context_usage, api_error, subagent]


async def main():
    failed = 0
    for case in [start] if sys.argv[2:] == ["start"] else CASES:
        with tempfile.TemporaryDirectory() as directory:
            try:
                await asyncio.wait_for(case(str(Path(directory).resolve())), PATIENCE)
                print(f"ok {case.__name__}", flush=True)
            except BaseException as error:  # noqa: BLE001 - everything is told, and counted
                failed += 1
                print(f"FAILED {case.__name__}: {type(error).__name__}: {error}", flush=True)
    return failed


sys.exit(1 if asyncio.run(main()) else 0)
