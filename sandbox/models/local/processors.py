"""The processor of a vision model, also where torchvision is missing: then without its video part.

Processors that can read videos want torchvision even to read pictures, which they prepare with
Pillow alone."""

from __future__ import annotations

import importlib.util
from types import SimpleNamespace
from typing import Any

from transformers import AutoProcessor


def processor_of(config: Any, place: str) -> Any:
    """The processor saved with a model."""
    from transformers.models.auto.processing_auto import PROCESSOR_MAPPING

    kind = PROCESSOR_MAPPING.get(type(config), None)
    if kind is None or importlib.util.find_spec("torchvision"):
        return AutoProcessor.from_pretrained(place)
    return pictures_only(kind).from_pretrained(place)


def pictures_only(kind: Any) -> Any:
    """A class of processors that take None for their video part; the class itself if it has
    none."""
    parts = list(kind.get_attributes())
    if "video_processor" not in parts:
        return kind
    place = parts.index("video_processor")
    others = [part for part in parts if part != "video_processor"]

    def loaded(cls: Any, *args: Any, **more: Any) -> list[Any]:
        found = list(kind._get_arguments_from_pretrained.__func__(cls, *args, **more))
        return [*found[:place], None, *found[place:]]

    changed = {
        "video_processor": SimpleNamespace(num_frames=1, fps=1),  # asked for even without a video
        "get_attributes": classmethod(lambda cls: others),
        "_get_arguments_from_pretrained": classmethod(loaded),
    }
    return type(kind.__name__, (kind,), changed)
