import numpy as np
import pytest
from whiteboard import DURATION, PAGES, page, write_video

from sandbox.errors import ImportFormatError, UsageError
from sandbox.keysteps.footage import open_video
from sandbox.keysteps.segments import Look, boundaries, looks, segments, spaced
from sandbox.keysteps.transcript import Said, around, clock, read_transcript, seconds
from sandbox.models.images import media_type


@pytest.fixture(scope="module")
def video(tmp_path_factory):
    return open_video(write_video(tmp_path_factory.mktemp("video") / "board.mp4"))


def test_boundaries_stand_exactly_where_the_pages_were_changed(video):
    found = looks(video.grey_frames(2.0))
    assert len(found) == DURATION * 2
    assert boundaries(found) == [start for start, _ in PAGES[1:]]
    assert [(s.start, s.end) for s in segments(found, video.duration)] == [
        (0, 6), (6, 14), (14, 20)
    ]  # fmt: skip


def test_a_page_that_stays_has_no_boundary_at_any_rate(video):
    for rate in (1.0, 5.0):
        assert boundaries(looks(video.grey_frames(rate))) == [6, 14]


def test_a_picture_is_the_one_shown_at_its_time(video):
    import io

    from PIL import Image

    for at, number in ((0, 0), (5.9, 0), (6.0, 1), (13.9, 1), (14.0, 2), (DURATION, 2)):
        data = video.picture(at)
        assert media_type(data) == "image/png"
        seen = np.asarray(Image.open(io.BytesIO(data)).convert("L"), float)
        wanted = [page(lines, k).mean(axis=2) for k, (_, lines) in enumerate(PAGES)]
        assert np.argmin([np.abs(seen - each).mean() for each in wanted]) == number


def test_a_picture_is_made_smaller_but_never_larger(video):
    import io

    from PIL import Image

    assert Image.open(io.BytesIO(video.picture(1, 160))).size == (160, 120)
    assert Image.open(io.BytesIO(video.picture(1, 768))).size == (320, 240)


def test_a_time_outside_the_video_is_refused(video):
    for at in (-1, 20.1):
        with pytest.raises(UsageError, match="it is 20 s long"):
            video.picture(at)


def test_what_is_no_video_is_refused(tmp_path):
    path = tmp_path / "text.mp4"
    path.write_text("no video")
    with pytest.raises(UsageError, match=r"text\.mp4 cannot be read as a video"):
        open_video(path)
    with pytest.raises(UsageError, match="there is no video"):
        open_video(tmp_path / "none.mp4")


def test_of_close_boundaries_the_first_is_kept():
    assert spaced([9.0, 1.0, 2.9, 3.0, 4.5], gap=2) == [1.0, 3.0, 9.0]
    assert spaced([1.0, 1.5], gap=0) == [1.0, 1.5]
    assert spaced([], gap=2) == []


def test_a_boundary_needs_less_likeness_than_the_threshold():
    seen = [Look(0, 1, None), Look(1, 1, 0.8), Look(2, 1, 0.79)]
    assert boundaries(seen, 0.8) == [2]


def test_a_segment_is_shown_by_its_sharpest_picture_and_of_equals_by_the_last():
    seen = [Look(0, 5, None), Look(1, 9, 1), Look(2, 9, 1), Look(3, 2, 0.1), Look(4, 3, 1)]
    assert [s.clearest for s in segments(seen, 5)] == [2, 4]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "1\n00:00:01,500 --> 00:00:03,000\nFirst we\nadd.\n\n2\n01:02:03,000 --> 01:02:04,000\n<i>Done.</i>\n",
            (Said("First we add.", 1.5), Said("Done.", 3723.0)),
        ),
        ("WEBVTT\n\n00:02.000 --> 00:04.000\nLook here.\n", (Said("Look here.", 2.0),)),
        ("[0:05] Add them.\n1:10 - Then stop.\n", (Said("Add them.", 5.0), Said("Then stop.", 70.0))),
        ("Only words.\n\nMore words.\n", (Said("Only words."), Said("More words."))),
        ("The ratio 3:4 stays.\n", (Said("The ratio 3:4 stays."),)),
    ],
)  # fmt: skip
def test_transcripts_are_read_with_their_times(tmp_path, text, said):
    path = tmp_path / "said"
    path.write_text(text)
    assert read_transcript(path) == said


def test_a_transcript_without_words_is_refused(tmp_path):
    path = tmp_path / "empty.srt"
    path.write_text("1\n00:00:01,000 --> 00:00:02,000\n\n")
    with pytest.raises(ImportFormatError, match="holds no words"):
        read_transcript(path)


def test_speech_near_a_moment_leaves_out_what_is_far():
    said = (Said("early", 1), Said("near", 50), Said("late", 200), Said("whenever"))
    assert [each.text for each in around(said, 60, 30, 30)] == ["near", "whenever"]


def test_times_are_read_and_written():
    assert [seconds(t) for t in ("1:02:03.5", "2:03", "123.5")] == [3723.5, 123, 123.5]
    assert [clock(t) for t in (0, 59.96, 123.5)] == ["0:00.0", "1:00.0", "2:03.5"]
