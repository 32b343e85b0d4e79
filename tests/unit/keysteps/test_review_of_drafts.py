from pathlib import Path

import pytest

from sandbox.content.keysteps import GENERIC, SPECIFIC, read_keysteps
from sandbox.errors import RunLogError, UsageError
from sandbox.keysteps.drafts import (
    Build,
    Draft,
    Frame,
    Question,
    Wording,
    generic_criteria,
    save_picture,
)
from sandbox.keysteps.release import Reviews, counts, release, write_release
from sandbox.keysteps.review import (
    Decision,
    ReviewBook,
    Target,
    is_dual,
    open_for,
    reviewed,
    targets,
)

STEP, QUESTION = Target(kind="step"), Target(kind="question")
BUILD = Build(
    video="board.mp4", video_id="board", title="board", sha256="0" * 64, duration=20,
    model="double:x", rate=2, threshold=0.8, gap=2, boundaries=(6, 14), prompts={}, proposed=3,
    created="",
)  # fmt: skip
PNG = b"\x89PNG\r\n\x1a\nnot much"


def draft(at: float = 10, qa: bool = True) -> Draft:
    wordings = [
        Wording(id=name, criterion=f"{name}.", condition_for_1="It does.", condition_for_0="Not.")
        for name in SPECIFIC
    ]
    return Draft(
        id=f"board_{at:g}",
        key=Frame(at=at, file=f"board_{at:g}.png"),
        before=3,
        reason="The bracket hides a product.",
        context=(Frame(at=3, file="board_3.png"), Frame(at=5.5, file="board_5.5.png")),
        qa=Question(question="Why?", detail="The 3.", operation="Multiply.", step="3x - 12 = 18")
        if qa
        else None,
        criteria=(*wordings, *generic_criteria()) if qa else (),
    )


DRAFT = draft()


def decide(target=STEP, verdict="accept", by="ann", of=DRAFT, settles=False, **changes):
    return Decision(
        draft=of.id, target=target, verdict=verdict, reviewer=by, changes=changes, settles=settles
    )


def accept_all(by="ann", of=DRAFT, but=()):
    return [decide(target, by=by, of=of) for target in targets(of) if target not in but]


def folder(tmp_path: Path, decisions, drafts=(DRAFT,)) -> Reviews:
    for each in drafts:
        for frame in (*each.context, each.key):
            save_picture(tmp_path / "build", frame.file, PNG)
    return Reviews(BUILD, tuple(drafts), tuple(decisions), tmp_path / "build")


def both(decisions):
    """The same, decided by a second reviewer too: the only draft is a dual one."""
    return [*decisions, *accept_all(by="bob")]


def test_everything_is_to_be_decided():
    assert [str(target) for target in targets(DRAFT)] == [
        "step", "frame 3", "frame 5.5", "question",
        *(f"criterion {name}" for name in (*SPECIFIC, *GENERIC)),
    ]  # fmt: skip


def test_what_was_accepted_by_both_is_released_as_a_record_that_reads(tmp_path):
    items, held = release(folder(tmp_path, both(accept_all())), tmp_path / "out", None)
    assert held == []
    write_release(items, tmp_path / "out" / "items.jsonl")
    (item,) = read_keysteps(tmp_path / "out" / "items.jsonl").items
    assert item.instance_id == "board_10"
    assert item.images == ("board_3.png", "board_5.5.png", "board_10.png")
    assert item.reference.step == "3x - 12 = 18"
    assert list(item.wordings) == [*SPECIFIC, *GENERIC]


def test_nothing_is_released_before_its_review_is_finished(tmp_path):
    decisions = both(accept_all(but=(QUESTION,)))[:-3]
    decisions = [
        each for each in decisions if not (each.reviewer == "bob" and each.target == QUESTION)
    ]
    items, (held,) = release(folder(tmp_path, decisions), tmp_path / "out", None)
    assert (items, held.why) == ([], "its review is not finished")
    with pytest.raises(UsageError, match="nothing is released"):
        write_release(items, tmp_path / "out" / "items.jsonl")


def test_the_second_blind_review_must_be_finished(tmp_path):
    _, (held,) = release(folder(tmp_path, accept_all()), tmp_path / "out", None)
    assert held.why == "its second, blind review is not finished"


@pytest.mark.parametrize("target", [QUESTION, Target(kind="criterion", name="coherence")])
def test_a_rejected_question_or_criterion_holds_the_item_back(tmp_path, target):
    decisions = [
        *accept_all(but=(target,)), decide(target, "reject"),
        *accept_all(by="bob", but=(target,)), decide(target, "reject", by="bob"),
    ]  # fmt: skip
    _, (held,) = release(folder(tmp_path, decisions), tmp_path / "out", None)
    assert held.why == f"the {target} was rejected"


def test_edits_change_the_item_and_nothing_else(tmp_path):
    criterion = Target(kind="criterion", name="insight_identification")
    decisions = both(
        [
            *accept_all(but=(QUESTION, criterion)),
            decide(QUESTION, "edit", question="What about the 3?"),
            decide(criterion, "edit", condition_for_1="It names the 3."),
        ]
    )
    settled = [
        decide(QUESTION, "edit", by="eve", settles=True, question="What about the 3?"),
        decide(criterion, "edit", by="eve", settles=True, condition_for_1="It names the 3."),
    ]
    (item,), _ = release(folder(tmp_path, [*decisions, *settled]), tmp_path / "out", None)
    assert (item.question, item.reference.detail) == ("What about the 3?", "The 3.")
    worded = item.rubric.evaluation_criteria[0]
    assert (worded.criterion, worded.condition_for_1) == (
        "insight_identification.",
        "It names the 3.",
    )


def test_a_removed_frame_is_gone_and_an_added_one_is_taken_from_the_video(tmp_path):
    frame = Target(kind="frame", name="3")
    added = Target(kind="frame", name="8")
    decisions = [
        *accept_all(but=(frame,)), decide(frame, "reject"), decide(added, "add"),
        *accept_all(by="bob", but=(frame,)), decide(frame, "reject", by="bob"),
    ]  # fmt: skip
    one = folder(tmp_path, decisions)
    with pytest.raises(UsageError, match=r"a reviewer chose 8 s of board\.mp4"):
        release(one, tmp_path / "out", None)
    (item,), _ = release(one, tmp_path / "out", lambda at: PNG + f"{at:g}".encode())
    assert item.prev_img == ("board_5.5.png", "board_8.png")
    assert (tmp_path / "out" / "board_8.png").read_bytes() == PNG + b"8"


def test_another_time_of_the_step_gives_another_picture_and_id(tmp_path):
    decisions = [
        *accept_all(but=(STEP,)), decide(STEP, "edit", at="12.5"),
        *accept_all(by="bob", but=(STEP,)), decide(STEP, "edit", by="bob", at="12"),
    ]  # fmt: skip
    (item,), _ = release(folder(tmp_path, decisions), tmp_path / "out", lambda at: PNG)
    assert (item.instance_id, item.img, item.keyframe_timestamp) == (
        "board_12.5", "board_12.5.png", 12.5
    )  # fmt: skip


def test_where_two_reviewers_differ_the_item_waits_until_it_is_settled(tmp_path):
    decisions = both([*accept_all(but=(QUESTION,)), decide(QUESTION, "reject")])
    assert reviewed(DRAFT.id, decisions).disputed == (QUESTION,)
    _, (held,) = release(folder(tmp_path, decisions), tmp_path / "out", None)
    assert held.why == "the reviewers differ on question; somebody must settle it"
    settled = [*decisions, decide(QUESTION, "accept", by="eve", settles=True)]
    (item,), held = release(folder(tmp_path, settled), tmp_path / "out", None)
    assert (item.question, held) == ("Why?", [])


def test_a_step_that_only_the_first_reviewer_rejected_can_still_be_released(tmp_path):
    decisions = [decide(STEP, "reject"), *accept_all(by="bob")]
    settled = [*decisions, decide(STEP, "accept", by="eve", settles=True)]
    (item,), _ = release(folder(tmp_path, settled), tmp_path / "out", None)
    assert item.question == "Why?"
    _, (held,) = release(folder(tmp_path, decisions), tmp_path / "out", None)
    assert "differ on step" in held.why


def test_a_reviewer_is_not_asked_for_drafts_of_others_and_sees_nothing_they_decided():
    drafts = [draft(at) for at in range(4, 16)]
    ids = [each.id for each in drafts]
    dual = [name for name in ids if is_dual(name, ids)]
    assert len(dual) == 2  # a tenth of twelve, rounded up
    decisions = [each for one in drafts for each in accept_all(of=one)]
    assert open_for("ann", drafts, decisions) == []
    waiting = open_for("bob", drafts, decisions)
    assert {one.id for one, _ in waiting} == set(dual)
    assert all(left == targets(one) for one, left in waiting)
    done = decisions + [each for one in drafts if one.id in dual for each in accept_all("bob", one)]
    assert open_for("cat", drafts, done) == []


def test_a_rejected_step_leaves_nothing_to_decide():
    assert open_for("ann", [DRAFT], [decide(STEP, "reject")]) == []


def test_counts_say_what_was_changed_and_how_far_two_people_agree(tmp_path):
    pair = [draft(10), draft(16)]
    (twice,) = [each for each in pair if is_dual(each.id, [one.id for one in pair])]
    (once,) = [each for each in pair if each is not twice]
    decisions = [
        *accept_all(of=twice, but=(QUESTION,)),
        decide(QUESTION, "edit", of=twice, question="Why so?"),
        *accept_all(by="bob", of=twice),
        decide(STEP, "reject", of=once),
    ]
    found = counts([folder(tmp_path, decisions, pair)])
    assert (found.videos, found.dropped, found.proposed) == (1, 0, 3)
    assert found.verdicts["step"] == {"accept": 1, "reject": 1}
    assert (found.corrected("question").value, found.corrected("criterion").value) == (1, 0)
    equal, _ = found.agreement()
    assert (equal.n, equal.value) == (10, 0.9)


def test_a_video_without_a_kept_step_is_dropped(tmp_path):
    assert counts([folder(tmp_path, [decide(STEP, "reject")])]).dropped == 1


@pytest.mark.parametrize(
    ("decision", "why"),
    [
        (decide(Target(kind="frame", name="4")), "has no frame 4"),
        (decide(QUESTION, "edit"), "an edit of a question changes"),
        (decide(QUESTION, "edit", at="3"), "an edit of a question changes"),
        (decide(QUESTION, "edit", step="  "), "must not be empty"),
        (decide(QUESTION, "accept", step="x"), "accept changes nothing"),
        (decide(STEP, "edit", at="99"), "between 0 and 20"),
        (decide(STEP, "edit", at="nan"), "between 0 and 20"),
        (decide(STEP, "edit", at="2"), "the step before must be earlier"),
        (decide(STEP, "edit", at="soon"), "a number of seconds"),
        (decide(Target(kind="frame", name="11"), "add"), "earlier than the key frame"),
        (decide(Target(kind="frame", name="3"), "add"), "a frame at 3 s already"),
        (decide(QUESTION, "add"), "only a frame can be added"),
    ],
)
def test_a_decision_that_makes_no_sense_is_not_taken(tmp_path, decision, why):
    book = ReviewBook(tmp_path)
    with pytest.raises(UsageError, match=why):
        book.add(decision, DRAFT, BUILD.duration)
    assert book.decisions() == []


def test_a_draft_without_a_question_can_be_given_one_but_not_accepted(tmp_path):
    bare = draft(qa=False)
    book = ReviewBook(tmp_path)
    with pytest.raises(UsageError, match="no question to accept"):
        book.add(decide(QUESTION, of=bare), bare, 20)
    with pytest.raises(UsageError, match="there is none yet"):
        book.add(decide(QUESTION, "edit", of=bare, question="Why?"), bare, 20)
    whole = {"question": "Why?", "detail": "d", "operation": "o", "step": "s"}
    book.add(decide(QUESTION, "edit", of=bare, **whole), bare, 20)
    assert len(book.decisions()) == 1


def test_decisions_survive_a_torn_line_and_report_other_damage(tmp_path):
    book = ReviewBook(tmp_path)
    book.add(decide(), DRAFT, 20)
    path = tmp_path / "reviews.jsonl"
    path.write_bytes(path.read_bytes() + b'{"draft": "boa')
    assert book.decisions() == [decide()]
    book.add(decide(QUESTION), DRAFT, 20)
    assert book.decisions() == [decide(), decide(QUESTION)]
    path.write_bytes(b"{broken}\n" + path.read_bytes())
    with pytest.raises(RunLogError, match="line 1 is damaged"):
        book.decisions()
