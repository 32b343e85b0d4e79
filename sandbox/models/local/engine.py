"""Loads a transformers model once and generates for many at a time: text models and vision models.

Knows tensors; knows no caller.
"""

from __future__ import annotations

import importlib.util
import io
import threading
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import torch
import transformers
from transformers import AutoConfig, AutoTokenizer, GenerationConfig

from sandbox.errors import BadRequestError, ContextOverflowError, ModelError
from sandbox.models.completions import completion_of
from sandbox.models.images import ImageSource, fitted, shown_once
from sandbox.models.local.processors import processor_of
from sandbox.models.local.steering import RowSampling, RowStopping
from sandbox.models.local.templates import prompt_for
from sandbox.types import Completion, ImagePart, Message, Settings, Usage

DEFAULT_TOKENS = 1024
"""The token limit of a reply where none is set."""


@dataclass(frozen=True)
class Request:
    """One reply that is wanted, until `gone` is set: then nobody waits for it any more."""

    messages: Sequence[Message]
    settings: Settings
    images: ImageSource
    gone: threading.Event = field(default_factory=threading.Event)


@dataclass(frozen=True)
class _Prepared:
    """A request as the model takes it."""

    text: str
    pictures: list[Any]
    limit: int
    temperature: float
    request: Request


class Engine:
    """A loaded model."""

    def __init__(self, name: str, model: Any, processor: Any, *, sees_images: bool) -> None:
        self.name, self.sees_images = name, sees_images
        self._model, self._processor = model, processor
        self._tokenizer = processor.tokenizer if sees_images else processor
        self._tokenizer.padding_side = "left"
        if self._tokenizer.pad_token is None:
            self._tokenizer.pad_token = self._tokenizer.eos_token
        own = model.generation_config
        self._ends = _ids(own.eos_token_id) | _ids(self._tokenizer.eos_token_id)
        self._own_temperature = (own.temperature or 1.0) if own.do_sample else 0.0
        # what is not set for a call is else taken from here
        model.generation_config = GenerationConfig(
            eos_token_id=sorted(self._ends), pad_token_id=self._tokenizer.pad_token_id
        )
        text_config = model.config.get_text_config()
        self._most_tokens = int(getattr(text_config, "max_position_embeddings", None) or 2**31)

    def replies(self, requests: Sequence[Request]) -> list[Completion | Exception]:
        """The reply to each request; an error for one that cannot be met, without harm to the
        others."""
        answers: list[Completion | Exception | None] = [None] * len(requests)
        prepared: dict[int, _Prepared] = {}
        for place, request in enumerate(requests):
            try:
                prepared[place] = self._prepared(request)
            except ModelError as error:
                answers[place] = error
        # processors do not take pictures for some rows only
        for with_pictures in (False, True):
            places = [at for at, each in prepared.items() if bool(each.pictures) == with_pictures]
            if places:
                made = self._generated([prepared[place] for place in places])
                for place, answer in zip(places, made, strict=True):
                    answers[place] = answer
        return [answer for answer in answers if answer is not None]

    def _prepared(self, request: Request) -> _Prepared:
        messages = shown_once(request.messages)
        text = prompt_for(messages, self._render, in_parts=self.sees_images, who=self.name)
        pictures = [
            _picture(part.data or request.images(part.sha256), self.name)
            for message in messages
            for part in message.parts
            if isinstance(part, ImagePart)
        ]
        settings = request.settings
        given = settings.temperature
        temperature = self._own_temperature if given is None else given
        limit = settings.max_tokens or DEFAULT_TOKENS
        return _Prepared(text, pictures, limit, temperature, request)

    def _render(self, messages: list[dict[str, Any]]) -> str:
        if not self._processor.chat_template:
            raise BadRequestError(f"{self.name} has no chat template: choose a model made to chat")
        text: str = self._processor.apply_chat_template(
            messages, tokenize=False, add_generation_prompt=True
        )
        return text

    def _generated(self, rows: list[_Prepared]) -> list[Completion | Exception]:
        """A reply to each row; halves the batch while the memory does not hold it."""
        inputs = self._inputs(rows)
        lengths = inputs["attention_mask"].sum(dim=1).tolist()
        if len(rows) > 1 and max(lengths) >= self._most_tokens:
            # the one that is too long must not make the others so
            return [answer for row in rows for answer in self._generated([row])]
        if max(lengths) >= self._most_tokens:
            said = f"{lengths[0]} tokens, and it takes {self._most_tokens}"
            return [ContextOverflowError(f"{self.name}: the conversation has {said}")]
        try:
            written = self._written(rows, inputs)
        except torch.OutOfMemoryError as error:
            if len(rows) == 1:
                return [ModelError(f"{self.name}: the memory does not hold one reply: {error}")]
            half = len(rows) // 2
            return self._generated(rows[:half]) + self._generated(rows[half:])
        return [self._completion(row, written[k], int(lengths[k])) for k, row in enumerate(rows)]

    def _inputs(self, rows: list[_Prepared]) -> Any:
        texts = [row.text for row in rows]
        # templates write the special tokens themselves
        more: dict[str, Any] = {
            "return_tensors": "pt",
            "padding": True,
            "add_special_tokens": False,
        }
        if self.sees_images and rows[0].pictures:
            more["images"] = [row.pictures for row in rows]
        if self.sees_images:
            return self._processor(text=texts, **more).to(self._model.device, self._model.dtype)
        return self._tokenizer(texts, **more).to(self._model.device)

    def _written(self, rows: list[_Prepared], inputs: Any) -> list[list[int]]:
        prompt_length = inputs["input_ids"].shape[1]
        room = self._most_tokens - prompt_length
        limits = [max(1, min(row.limit, room)) for row in rows]
        sampling = RowSampling(
            [row.temperature for row in rows],
            [row.request.settings.seed for row in rows],
            self._model.device,
        )
        stopping = RowStopping(
            limits,
            [row.request.settings.stop for row in rows],
            prompt_length,
            lambda ids: str(self._tokenizer.decode(ids, skip_special_tokens=True)),
            [row.request.gone.is_set for row in rows],
        )
        with torch.inference_mode(), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the libraries' own, about their own defaults
            out = self._model.generate(
                **inputs,
                do_sample=False,
                max_new_tokens=max(limits),
                logits_processor=[sampling],
                stopping_criteria=[stopping],
            )
        made = out[:, prompt_length:].tolist()
        return [row[:length] for row, length in zip(made, stopping.lengths, strict=True)]

    def _completion(self, row: _Prepared, written: list[int], input_tokens: int) -> Completion:
        settings = row.request.settings
        end = next((k for k, token in enumerate(written) if token in self._ends), None)
        said = written if end is None else written[:end]
        text = str(self._tokenizer.decode(said, skip_special_tokens=True))
        was_stopped = end is not None or any(stop in text for stop in settings.stop)
        return completion_of(
            text,
            ended="stop" if was_stopped else "length",
            stop=settings.stop,
            usage=Usage(input_tokens=input_tokens, output_tokens=len(said) + (end is not None)),
            model=self.name,
            unsent=[],
        )


def load(name: str, place: str) -> Engine:
    """Load a model from a folder or from the hub.

    Raises:
        ModelError: it is not there, or is no model that can chat.
    """
    quiet()
    try:
        config = AutoConfig.from_pretrained(place)
        sees_images = _is_vision(config)
        kind = (
            transformers.AutoModelForImageTextToText
            if sees_images
            else transformers.AutoModelForCausalLM
        )
        processor = (
            processor_of(config, place) if sees_images else AutoTokenizer.from_pretrained(place)
        )
        model = kind.from_pretrained(place, dtype=_dtype(config), **_devices())
    except (OSError, ValueError, ImportError, RuntimeError) as error:
        said = str(error).strip().split("\n")[0][:300]
        raise ModelError(f"{name} cannot be loaded: {said}") from None
    if not getattr(model, "hf_device_map", None):
        model.to(_device())
    model.eval()
    return Engine(name, model, processor, sees_images=sees_images)


def quiet() -> None:
    """Keep the vendor's notes and progress bars off the terminal."""
    transformers.utils.logging.set_verbosity_error()
    transformers.utils.logging.disable_progress_bar()


def _is_vision(config: Any) -> bool:
    from transformers.models.auto.modeling_auto import MODEL_FOR_IMAGE_TEXT_TO_TEXT_MAPPING

    return type(config) in MODEL_FOR_IMAGE_TEXT_TO_TEXT_MAPPING and hasattr(config, "vision_config")


def _device() -> str:
    if torch.cuda.is_available():
        return "cuda"
    return "mps" if torch.backends.mps.is_available() else "cpu"


def _devices() -> dict[str, Any]:
    """Spread over several GPUs where accelerate is there to do it."""
    several = torch.cuda.is_available() and torch.cuda.device_count() > 1
    return {"device_map": "auto"} if several and importlib.util.find_spec("accelerate") else {}


def _dtype(config: Any) -> Any:
    """The type the weights were saved in, unless the device is bad at it."""
    saved = getattr(config, "dtype", None) or getattr(config.get_text_config(), "dtype", None)
    saved = getattr(torch, saved) if isinstance(saved, str) else saved or torch.float32
    if _device() == "cpu" and saved == torch.float16:
        return torch.bfloat16
    if _device() == "cuda" and saved == torch.bfloat16 and not torch.cuda.is_bf16_supported():
        return torch.float16
    return saved


def _picture(data: bytes, who: str) -> Any:
    from PIL import Image

    try:
        return Image.open(io.BytesIO(fitted(data))).convert("RGB")
    except (OSError, ValueError) as error:
        raise BadRequestError(f"{who}: an image cannot be opened: {error}") from error


def _ids(given: int | list[int] | None) -> set[int]:
    if given is None:
        return set()
    return {given} if isinstance(given, int) else set(given)
