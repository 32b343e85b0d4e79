"""A real HTTP server on loopback that speaks OpenAI's chat completions, with failures on order.

`server.will(Say("hello"), Status(429))` queues what the next calls get; when the queue is empty,
`server.default` answers. `server.refuses` makes it a model that does not take some parameters.
`server.requests` keeps what was asked."""

from __future__ import annotations

import base64
import json
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

KEY = "sk-loopback-0123456789abcdef"


@dataclass(frozen=True)
class Say:
    """A completion."""

    text: str = ""
    finish: str | None = "stop"
    refusal: str | None = None
    reasoning: str | None = None
    usage: dict[str, Any] | None = field(
        default_factory=lambda: {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}
    )


@dataclass(frozen=True)
class Status:
    """A failure: HTTP status, error body, headers."""

    status: int
    message: str = "as ordered"
    code: str | None = None
    param: str | None = None
    headers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Raw:
    """Bytes as they are, with HTTP 200."""

    body: bytes
    kind: str = "application/json"
    claimed_length: int | None = None


@dataclass(frozen=True)
class Stall:
    """Nothing for some seconds, then a completion."""

    seconds: float


@dataclass(frozen=True)
class Drop:
    """The connection is closed, at once or after some pieces of a stream."""

    after_pieces: int = 0


Step = Say | Status | Raw | Stall | Drop


class OpenAIServer:
    """The server; `url` is its base URL."""

    def __init__(self) -> None:
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self.refuses: dict[str, str] = {}
        self.default: Callable[[dict[str, Any]], Step] = lambda request: Say("fine")
        self.peak = self.in_flight = 0
        self._queue: list[Step] = []
        self._lock = threading.Lock()
        self._http = _QuietServer(("127.0.0.1", 0), _handler(self))
        self.url = f"http://127.0.0.1:{self._http.server_port}/v1"
        self._thread = threading.Thread(
            target=lambda: self._http.serve_forever(poll_interval=0.02), daemon=True
        )
        self._thread.start()

    def will(self, *steps: Step) -> None:
        """Queue what the next calls get."""
        with self._lock:
            self._queue.extend(steps)

    def close(self) -> None:
        """Stop."""
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    def answer(self, request: dict[str, Any], key: str) -> Step:
        """What a request gets."""
        with self._lock:
            self.requests.append(request)
            self.keys.append(key)
            refused = self._refusal(request)
            if refused:
                return refused
            step = self._queue.pop(0) if self._queue else None
        return step or self.default(request)

    def _refusal(self, request: dict[str, Any]) -> Status | None:
        for name, message in self.refuses.items():
            if _holds(request, name):
                return Status(400, message, code="unsupported_parameter")
        return None


class _QuietServer(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 128  # the default, 5, resets connections of a busy run

    def handle_error(self, *_: Any) -> None:
        """A client that goes away is no news."""


def _holds(request: dict[str, Any], name: str) -> bool:
    messages = request["messages"]
    roles = [message["role"] for message in messages]
    if name == "system":
        return "system" in roles
    if name == "assistant first":
        return next(role for role in roles if role != "system") == "assistant"
    if name == "images":
        return any(isinstance(message["content"], list) for message in messages)
    if name == "json_schema":
        return request.get("response_format", {}).get("type") == "json_schema"
    return name in request


def _handler(server: OpenAIServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: Any) -> None:
            pass

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            key = self.headers.get("Authorization", "").removeprefix("Bearer ")
            with server._lock:
                server.in_flight += 1
                server.peak = max(server.peak, server.in_flight)
            try:
                self._give(server.answer(body, key), body)
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True
            finally:
                with server._lock:
                    server.in_flight -= 1

        def _give(self, step: Step, request: dict[str, Any]) -> None:
            if isinstance(step, Stall):
                time.sleep(step.seconds)
                step = Say("late")
            if isinstance(step, Drop) and not step.after_pieces:
                self.close_connection = True
            elif isinstance(step, Status):
                error = {
                    "message": step.message,
                    "type": "error",
                    "code": step.code,
                    "param": step.param,
                }
                self._send(json.dumps({"error": error}).encode(), step.status, step.headers)
            elif isinstance(step, Raw):
                self._send(step.body, 200, {}, step.kind, step.claimed_length)
            elif request.get("stream"):
                self._stream(step, request)
            else:
                assert isinstance(step, Say)
                self._send(json.dumps(_completion(step, request)).encode())

        def _send(
            self,
            body: bytes,
            status: int = 200,
            headers: dict[str, str] | None = None,
            kind: str = "application/json",
            claimed_length: int | None = None,
        ) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(claimed_length or len(body)))
            for name, value in (headers or {}).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)
            if claimed_length:
                self.close_connection = True

        def _stream(self, step: Say | Drop, request: dict[str, Any]) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Connection", "close")
            self.end_headers()
            self.close_connection = True
            for event in _events(step, request):
                self.wfile.write(b"data: " + event.encode() + b"\n\n")
                self.wfile.flush()

    return Handler


def _completion(step: Say, request: dict[str, Any]) -> dict[str, Any]:
    message = {"role": "assistant", "content": step.text, "refusal": step.refusal}
    if step.reasoning:
        message["reasoning_content"] = step.reasoning
    choice = {"index": 0, "finish_reason": step.finish, "message": message, "logprobs": None}
    head = {"id": "c-1", "object": "chat.completion", "created": 1, "model": request["model"]}
    return {**head, "choices": [choice], "usage": step.usage}


def _events(step: Say | Drop, request: dict[str, Any]) -> list[str]:
    head = {"id": "c-1", "object": "chat.completion.chunk", "created": 1, "model": request["model"]}

    def chunk(delta: dict[str, Any], finish: str | None = None) -> str:
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        return json.dumps({**head, "choices": [choice]})

    if isinstance(step, Drop):
        return [chunk({"content": "piece "}) for _ in range(step.after_pieces)]
    pieces = [step.text[k : k + 3] for k in range(0, len(step.text), 3)]
    events = [chunk({"role": "assistant", "content": ""})]
    events += [chunk({"content": piece}) for piece in pieces]
    if step.refusal:
        events.append(chunk({"refusal": step.refusal}))
    events.append(chunk({}, step.finish))
    if request.get("stream_options", {}).get("include_usage"):
        events.append(json.dumps({**head, "choices": [], "usage": step.usage}))
    return [*events, "[DONE]"]


def sent_images(request: Mapping[str, Any]) -> list[bytes]:
    """The pictures of a request, in order, as bytes."""
    contents = [m["content"] for m in request["messages"] if isinstance(m["content"], list)]
    urls = [p["image_url"]["url"] for parts in contents for p in parts if p["type"] == "image_url"]
    return [base64.b64decode(url.partition(";base64,")[2], validate=True) for url in urls]


def sent_text(request: Mapping[str, Any]) -> str:
    """All the words of a request."""
    contents = [m["content"] for m in request["messages"]]
    texts = [c if isinstance(c, str) else "\n".join(p.get("text", "") for p in c) for c in contents]
    return "\n".join(texts)
