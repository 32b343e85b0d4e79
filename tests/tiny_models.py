"""Tiny models with random weights, made from a config and written to a folder as real ones are."""

from pathlib import Path

import torch
import transformers
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import PreTrainedTokenizerFast

from sandbox.models.local.processors import pictures_only

CHATML = (
    "{% for m in messages %}<|im_start|>{{ m['role'] }}\n{{ m['content'] }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
STRICT = (
    "{% if messages[0]['role'] == 'system' %}"
    "{{ raise_exception('System role not supported') }}{% endif %}"
    "{% for m in messages %}{% if (m['role'] == 'user') != (loop.index0 % 2 == 0) %}"
    "{{ raise_exception('Conversation roles must alternate user/assistant') }}"
    "{% endif %}{% endfor %}" + CHATML
)
DROPS_SYSTEM = CHATML.replace(
    "{% for m in messages %}", "{% for m in messages if m['role'] != 'system' %}"
)
VISION = (
    "{% for m in messages %}<|im_start|>{{ m['role'] }}\n"
    "{% if m['content'] is string %}{{ m['content'] }}{% else %}{% for part in m['content'] %}"
    "{% if part['type'] == 'image' %}IMAGE{% else %}{{ part['text'] }}{% endif %}"
    "{% endfor %}{% endif %}"
    "<|im_end|>\n{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
QWEN_IMAGE = "<|vision_start|><|image_pad|><|vision_end|>"
SPECIAL = [
    "<|endoftext|>",
    "<|im_start|>",
    "<|im_end|>",
    "<|vision_start|>",
    "<|vision_end|>",
    "<|image_pad|>",
    "<|video_pad|>",
    "<|image|>",
    "<image>",
    "<fake_token_around_image>",
    "<global-img>",
]
TEXT = [
    "one half plus one third is two fifths, I add the tops and the bottoms. 0123456789 + - / = ?"
] * 8


def tokenizer(template: str) -> PreTrainedTokenizerFast:
    """A byte-level tokenizer, trained on a line of text."""
    bare = Tokenizer(models.BPE())
    bare.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    bare.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    bare.train_from_iterator(
        TEXT,
        trainers.BpeTrainer(
            vocab_size=320, special_tokens=SPECIAL, initial_alphabet=alphabet, show_progress=False
        ),
    )
    return PreTrainedTokenizerFast(
        tokenizer_object=bare,
        eos_token="<|im_end|>",
        pad_token="<|endoftext|>",
        additional_special_tokens=SPECIAL,
        chat_template=template,
    )


def text_model(
    folder: Path, kind: str = "Qwen2", template: str = CHATML, longest: int = 4096
) -> Path:
    """A tiny text model; `kind` is the name of a family in transformers."""
    words = tokenizer(template)
    config = getattr(transformers, f"{kind}Config")(**_small(words, longest))
    return _saved(folder, getattr(transformers, f"{kind}ForCausalLM"), config, words)


def vision_model(folder: Path, architecture: str) -> Path:
    """A tiny vision model of a class in transformers."""
    words, config, processor = VISION_MODELS[architecture]()
    return _saved(folder, getattr(transformers, architecture), config, processor or words)


def _small(words, longest=4096, **more):
    return {
        "vocab_size": len(words),
        "hidden_size": 32,
        "intermediate_size": 64,
        "num_hidden_layers": 2,
        "num_attention_heads": 4,
        "num_key_value_heads": 2,
        "max_position_embeddings": longest,
        "bos_token_id": words.pad_token_id,
        "eos_token_id": words.eos_token_id,
        "pad_token_id": words.pad_token_id,
        **more,
    }


def _saved(folder, model_class, config, processor):
    torch.manual_seed(1)
    model = model_class(config)
    with torch.no_grad():
        for name, weights in model.named_parameters():
            if weights.dim() > 1:
                weights.normal_(0, 0.3)
            elif "gate" in name:
                weights.fill_(1.0)  # else a new model does not look at its pictures
    model.save_pretrained(folder)
    processor.save_pretrained(folder)
    return folder


def _qwen_ids(words):
    name = {"image_token_id": "<|image_pad|>", "video_token_id": "<|video_pad|>"}
    name |= {"vision_start_token_id": "<|vision_start|>", "vision_end_token_id": "<|vision_end|>"}
    return {key: words.convert_tokens_to_ids(token) for key, token in name.items()}


def _qwen2_5_vl():
    from transformers import (
        Qwen2_5_VLConfig,
        Qwen2_5_VLProcessor,
    )
    from transformers import (
        Qwen2VLImageProcessorPil as Qwen2VLImageProcessor,
    )

    words = tokenizer(VISION.replace("IMAGE", QWEN_IMAGE))
    config = Qwen2_5_VLConfig(
        text_config=_small(
            words,
            rope_parameters={"rope_type": "default", "mrope_section": [1, 1, 2], "rope_theta": 1e4},
        ),
        vision_config={
            "depth": 2,
            "hidden_size": 32,
            "intermediate_size": 64,
            "num_heads": 2,
            "out_hidden_size": 32,
            "fullatt_block_indexes": [1],
        },
        **_qwen_ids(words),
    )
    pixels = {"size": {"shortest_edge": 28 * 28, "longest_edge": 56 * 56}}
    processor = pictures_only(Qwen2_5_VLProcessor)(
        Qwen2VLImageProcessor(**pixels), words, None, chat_template=words.chat_template
    )
    return words, config, processor


def _qwen3_vl_moe():
    from transformers import (
        Qwen2VLImageProcessorPil as Qwen2VLImageProcessor,
    )
    from transformers import (
        Qwen3VLMoeConfig,
        Qwen3VLProcessor,
    )

    words = tokenizer(VISION.replace("IMAGE", QWEN_IMAGE))
    config = Qwen3VLMoeConfig(
        text_config=_small(
            words,
            head_dim=8,
            num_experts=4,
            num_experts_per_tok=2,
            moe_intermediate_size=16,
            rope_parameters={"rope_type": "default", "mrope_section": [2, 1, 1], "rope_theta": 1e4},
        ),
        vision_config={
            "depth": 2,
            "hidden_size": 32,
            "intermediate_size": 64,
            "num_heads": 2,
            "out_hidden_size": 32,
            "deepstack_visual_indexes": [0],
            "num_position_embeddings": 64,
            "patch_size": 16,
        },
        **_qwen_ids(words),
    )
    pixels = {"patch_size": 16, "size": {"shortest_edge": 32 * 32, "longest_edge": 64 * 64}}
    processor = pictures_only(Qwen3VLProcessor)(
        Qwen2VLImageProcessor(**pixels), words, None, chat_template=words.chat_template
    )
    return words, config, processor


def _mllama():
    from transformers import (
        MllamaConfig,
        MllamaProcessor,
    )
    from transformers import (
        MllamaImageProcessorPil as MllamaImageProcessor,
    )

    words = tokenizer(VISION.replace("IMAGE", "<|image|>"))
    config = MllamaConfig(
        text_config=_small(
            words,
            cross_attention_layers=[1],
            rope_parameters={"rope_type": "default", "rope_theta": 1e4},
        ),
        vision_config={
            "hidden_size": 32,
            "intermediate_size": 64,
            "num_hidden_layers": 2,
            "num_global_layers": 1,
            "attention_heads": 2,
            "image_size": 28,
            "patch_size": 14,
            "vision_output_dim": 64,
            "intermediate_layers_indices": [0],
            "max_num_tiles": 2,
            "supported_aspect_ratios": [[1, 1], [1, 2], [2, 1]],
        },
        image_token_index=words.convert_tokens_to_ids("<|image|>"),
    )
    words.bos_token = "<|endoftext|>"
    processor = MllamaProcessor(
        MllamaImageProcessor(size={"height": 28, "width": 28}, max_image_tiles=2),
        words,
        chat_template=words.chat_template,
    )
    return words, config, processor


def _smolvlm():
    from transformers import (
        SmolVLMConfig,
        SmolVLMProcessor,
    )
    from transformers import (
        SmolVLMImageProcessorPil as SmolVLMImageProcessor,
    )

    words = tokenizer(VISION.replace("IMAGE", "<image>"))
    config = SmolVLMConfig(
        text_config={"model_type": "llama", **_small(words)},
        vision_config={
            "hidden_size": 32,
            "intermediate_size": 64,
            "num_hidden_layers": 2,
            "num_attention_heads": 2,
            "image_size": 32,
            "patch_size": 8,
        },
        image_token_id=words.convert_tokens_to_ids("<image>"),
        scale_factor=2,
        pad_token_id=words.pad_token_id,
    )
    processor = pictures_only(SmolVLMProcessor)(
        SmolVLMImageProcessor(size={"longest_edge": 64}, max_image_size={"longest_edge": 32}),
        words,
        None,
        image_seq_len=4,
        chat_template=words.chat_template,
    )
    return words, config, processor


VISION_MODELS = {
    "Qwen2_5_VLForConditionalGeneration": _qwen2_5_vl,
    "Qwen3VLMoeForConditionalGeneration": _qwen3_vl_moe,
    "MllamaForConditionalGeneration": _mllama,
    "SmolVLMForConditionalGeneration": _smolvlm,
}
