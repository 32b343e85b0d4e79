"""Images on their way to a model."""

import io

import pytest
from PIL import Image

from sandbox.errors import UsageError
from sandbox.models.failures import redacted, retry_after
from sandbox.models.images import DataUrls, MemoryImages, fitted, media_type


def image(form, size=(8, 6)):
    out = io.BytesIO()
    Image.new("RGB", size, "red").save(out, form)
    return out.getvalue()


@pytest.mark.parametrize(
    ("form", "kind"),
    [("PNG", "image/png"), ("JPEG", "image/jpeg"), ("GIF", "image/gif"), ("WEBP", "image/webp")],
)
def test_type_is_what_the_bytes_show(form, kind):
    assert media_type(image(form)) == kind


@pytest.mark.parametrize("data", [b"", b"<svg/>", b"%PDF-1.7", b"RIFF0000WAVE"])
def test_bytes_that_are_no_image_for_models_are_refused(data):
    with pytest.raises(UsageError, match="PNG"):
        media_type(data)


def test_image_within_the_limit_is_left_as_it_is():
    data = image("PNG")
    assert fitted(data) == data


@pytest.mark.parametrize("form", ["PNG", "JPEG"])
def test_image_that_is_too_large_is_made_smaller_in_its_own_type(form):
    small = fitted(image(form, (3000, 1000)), 600)
    assert media_type(small) == media_type(image(form))
    assert Image.open(io.BytesIO(small)).size == (600, 200)


def test_torn_image_is_refused():
    with pytest.raises(UsageError, match="cannot be opened"):
        fitted(image("PNG", (3000, 3000))[:40])


def test_image_is_encoded_once():
    asked = []
    images = MemoryImages()
    part = images.add(image("PNG"), "red")

    def source(sha256):
        asked.append(sha256)
        return images(sha256)

    urls = DataUrls(source)
    assert urls(part) == urls(part)
    assert asked == [part.sha256]


def test_image_that_is_not_there_is_a_usage_error():
    with pytest.raises(UsageError):
        MemoryImages()("0" * 64)


@pytest.mark.parametrize(
    ("headers", "wait"),
    [
        ({"Retry-After": "2"}, 2.0),
        ({"retry-after-ms": "150"}, 0.15),
        (
            {
                "Retry-After": "Wed, 21 Oct 2026 07:28:30 GMT",
                "Date": "Wed, 21 Oct 2026 07:28:00 GMT",
            },
            30.0,
        ),
        ({"Retry-After": "Wed, 21 Oct 2020 07:28:30 GMT"}, 0.0),
        ({"Retry-After": "soon"}, None),
        ({"Retry-After": "-4"}, None),
        ({"Retry-After": "nan"}, None),
        ({}, None),
    ],
)
def test_retry_after_in_all_its_forms(headers, wait):
    assert retry_after(headers) == wait


@pytest.mark.parametrize(
    "secret",
    ["sk-proj-abcdefghijkl", "AIzaSyA1234567890abcdef", "hf_abcdefghijklmnop", "Bearer abcdefghij"],
)
def test_whatever_looks_like_a_key_is_taken_out(secret):
    assert secret.removeprefix("Bearer ") not in redacted(f"bad key {secret}, sorry")


def test_the_given_secret_is_taken_out_whatever_it_looks_like():
    assert redacted("key is plainword!", ["plainword"]) == "key is [key]!"
