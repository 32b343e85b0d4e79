"""Tables of the key-step study: six criteria and their totals by tutor and rater, by domain,
difficulty, turn, intent and persona; whether the two totals rank tutors alike; and how the exact
check of scope agrees with the judges.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pydantic import JsonValue

from sandbox.reports.published import (
    KEY_STEP,
    KEY_STEP_INTENTS,
    KEY_STEP_SOURCE,
    KEY_STEP_TURNS,
)
from sandbox.reports.rows import Row, Run
from sandbox.reports.tables import NONE, Cell, Table, figure, known
from sandbox.scoring.agreement import accuracy, kappa
from sandbox.scoring.ratings import metric_of
from sandbox.scoring.stats import Estimate, clustered

RUBRIC = "key-step"
SIGNALS = "signals"
CRITERIA = {
    "insight_identification": "insight",
    "operation_prescription": "operation",
    "operation_execution": "execution",
    "solution_scope_control": "scope",
    "brevity": "brevity",
    "coherence": "coherence",
}
TOTALS = {"total": "total (0–6)", "weighted": "weighted (0–1)"}
ALIGNMENT = "adaptivity_alignment"
COLUMNS = {**CRITERIA, **TOTALS}

ABOUT = (
    "A student is stuck in the middle of a written solution and asks. A good reply names what "
    "matters on the page, says which operation comes next, carries out this one step and stops. "
    "Each reply is rated by six yes-or-no criteria; their plain sum and a weighted sum are totals."
)
_UNIT = (
    "95% intervals, clustered by item; below them how many replies were scored of how many. A "
    "total is scored only where all six criteria are. The rater “signals” is exact mathematics "
    "and fields of words: it leaves open what only a judge can tell."
)


@dataclass(frozen=True)
class Ratings:
    """The rows of a run by one rater; `turn` counts the tutor's replies from 1."""

    run: Run
    rater: str

    def rows(self, criterion: str, keep: Callable[[Row], bool] = lambda row: True) -> list[Row]:
        """The ratings of one criterion or total."""
        found = self.run.metric(metric_of(RUBRIC, criterion), per_turn=True)
        return [row for row in found if row.score.scorer == self.rater and keep(row)]

    def estimate(self, criterion: str, keep: Callable[[Row], bool]) -> Estimate:
        """Mean with its interval by item."""
        rows = self.rows(criterion, keep)
        pairs = [(row.factor("item"), row.score.value) for row in rows]
        return clustered(pairs, self.rater, criterion)


def turn_of(row: Row) -> int:
    """Which of the tutor's replies a score is of, counted from 1."""
    return ((row.score.turn or 0) + 1) // 2


def raters(run: Run) -> list[str]:
    """Who rated, the signals first."""
    prefix = metric_of(RUBRIC, "")
    found = {row.score.scorer for row in run.rows if row.score.metric.startswith(prefix)}
    return sorted(found, key=lambda name: (name != SIGNALS, name))


def levels(run: Run, factor: str) -> list[str]:
    """The levels of a factor, in the order of the design, whichever session ended first."""
    found = dict.fromkeys(row.factor(factor) for row in run.rows)
    planned = run.manifest.design.get(f"{factor}s")
    first = [str(level) for level in planned] if isinstance(planned, list) else []
    return list(dict.fromkeys([*(level for level in first if level in found), *found]))


def tables(run: Run) -> list[Table]:
    """All tables that the run has something for."""
    made = [main_table(run), ranking_table(run)]
    if len(raters(run)) > 1:
        made.append(scope_table(run))
    made += [by_table(run, "domain", "domain"), by_table(run, "difficulty", "difficulty")]
    if int(str(run.manifest.design.get("turns", 1))) > 1:
        made += [turn_table(run), by_table(run, "intent", "intent", turns=(2, 3))]
    if [level for level in levels(run, "persona") if level]:
        made.append(persona_table(run))
    made.append(length_table(run))
    return made


def main_table(run: Run) -> Table:
    """The first reply of every session, by tutor and rater, beside the published totals."""
    rows: list[tuple[Cell, ...]] = [
        (tutor, rater, *_estimates(Ratings(run, rater), _first_reply(tutor)))
        for rater in raters(run)
        for tutor in levels(run, "tutor")
    ]
    place = list(COLUMNS).index("total")
    for who, total in KEY_STEP.items():
        cells: list[Cell] = [known(None)] * len(COLUMNS)
        cells[place] = known(total)
        rows.append((f"{who} (published)", "o4-mini" if "Gemini" in who else "", *cells))
    return Table(
        "key-step",
        "Key-step tutoring: the first reply",
        ("tutor", "rater", *COLUMNS.values()),
        tuple(rows),
        (_UNIT, f"Published: {KEY_STEP_SOURCE}; other items and other judges, so no comparison."),
    )


def ranking_table(run: Run) -> Table:
    """Whether the plain and the weighted total put the tutors into the same order."""
    rows: list[tuple[Cell, ...]] = []
    for rater in raters(run):
        means = _total_means(run, rater)
        rho = rank_correlation([plain for plain, _ in means.values()],
                               [weighted for _, weighted in means.values()])  # fmt: skip
        order = [_order({name: pair[k] for name, pair in means.items()}) for k in (0, 1)]
        rows.append((rater, str(len(means)), _shown(rho), *order))
    return Table(
        "key-step-ranking",
        "Do the plain and the weighted total rank the tutors alike?",
        ("rater", "tutors", "rank correlation ρ", "by the plain total", "by the weighted total"),
        tuple(rows),
        (
            "Spearman's ρ over the tutors that have both totals, each a mean over the first "
            "replies in which all six criteria are scored; not defined for fewer than two tutors "
            "or where all are alike. Published: the weights leave the ranking of models unchanged.",
        ),
    )


def scope_table(run: Run) -> Table:
    """The exact check of scope beside each judge's verdict, reply by reply."""
    rows: list[tuple[Cell, ...]] = []
    exact = _verdicts(run, SIGNALS)
    for rater in (name for name in raters(run) if name != SIGNALS):
        judged = _verdicts(run, rater)
        for tutor in ("all", *levels(run, "tutor")):
            both = [
                (exact[place][1], judged[place][1])
                for place in exact
                if place in judged and tutor in ("all", exact[place][0])
            ]
            one, other = [a for a, _ in both], [b for _, b in both]
            words = [[f"{value:g}" for value in side] for side in (one, other)]
            rows.append(
                (
                    rater,
                    tutor,
                    str(len(both)),
                    _shown(_mean(one)),
                    _shown(_mean(other)),
                    _shown(accuracy(*words).value),
                    _shown(kappa(one, other, (0.0, 1.0)).value),
                )
            )
    columns = ("judge", "tutor", "n", "scope, exact", "scope, judge", "equal", "κ")
    note = (
        "Replies on which both have a verdict, of all turns. A dash: not defined, as κ where one "
        "side never varies.",
    )
    title = "Scope control: exact check and judge"
    return Table("key-step-scope", title, columns, tuple(rows), note)


def by_table(run: Run, factor: str, title: str, turns: Sequence[int] = (1,)) -> Table:
    """The criteria by a factor of the cells; of the first replies, or of those named."""
    rows: list[tuple[Cell, ...]] = []
    for rater in raters(run):
        for tutor in levels(run, "tutor"):
            for level in sorted(levels(run, factor)):
                keep = where(tutor=tutor, turns=turns, **{factor: level})
                rows.append((tutor, rater, level, *_estimates(Ratings(run, rater), keep)))
    if factor == "intent":
        for intent, printed in KEY_STEP_INTENTS.items():
            cells = [known(printed.get(name)) for name in COLUMNS]
            rows.append(("published", "o4-mini", intent, *cells))
    which = "the first reply" if tuple(turns) == (1,) else "later replies"
    notes = [_UNIT]
    if factor == "difficulty":
        notes.append(
            "Our items are on a scale of our own, 1 to 4: a point each from grade 7 on, for a "
            "wrong line on the page, and for three or more steps that are left. The released "
            "benchmark has another scale (85% of its items at 4 and 5, where the paper says 5.6%)."
        )
    if factor == "intent":
        notes.append(f"Published: {KEY_STEP_SOURCE}; only these figures are printed.")
    columns = ("tutor", "rater", factor, *COLUMNS.values())
    return Table(
        f"key-step-{factor}",
        f"By {title}: {which}",
        columns,
        tuple(rows),
        tuple(notes),
        brief=("rater", factor, "insight", "execution", "scope", "total (0–6)"),
    )


def turn_table(run: Run) -> Table:
    """Every criterion by turn, beside the published ones."""
    rows: list[tuple[Cell, ...]] = []
    last = int(str(run.manifest.design["turns"]))
    for rater in raters(run):
        for tutor in levels(run, "tutor"):
            for turn in range(1, last + 1):
                keep = where(tutor=tutor, turns=(turn,))
                rows.append((tutor, rater, str(turn), *_estimates(Ratings(run, rater), keep)))
    for turn, printed in KEY_STEP_TURNS.items():
        if turn <= last:
            cells = [known(printed.get(name)) for name in COLUMNS]
            rows.append(("GPT-5 (published)", "o4-mini", str(turn), *cells))
    return Table(
        "key-step-turns",
        "By turn",
        ("tutor", "rater", "turn", *COLUMNS.values()),
        tuple(rows),
        (
            _UNIT,
            "Fewer replies in later turns: a progressive student that has written its last line "
            "leaves. Scope control is open where the step itself ends in the answer.",
            f"Published: {KEY_STEP_SOURCE}; only these figures are printed.",
        ),
    )


def persona_table(run: Run) -> Table:
    """Adaptivity alignment, judged on fit alone, beside the insight of the same replies."""
    rows: list[tuple[Cell, ...]] = []
    for rater in raters(run):
        for tutor in levels(run, "tutor"):
            for persona in (level for level in levels(run, "persona") if level):
                keep = where(tutor=tutor, turns=(1, 2, 3), persona=persona)
                found = Ratings(run, rater)
                names = (ALIGNMENT, "insight_identification", "total")
                rows.append((tutor, rater, persona, *(found.estimate(n, keep) for n in names)))
    return Table(
        "key-step-personas",
        "Does the reply fit this student? Alignment beside insight",
        ("tutor", "rater", "persona", "alignment", "insight", "total (0–6)"),
        tuple(rows),
        (
            _UNIT,
            "Alignment is judged on the fit of the teaching alone. The signals know words of "
            "support and of challenge, and leave open what only hints at them or mixes the two. "
            "The wording of the two students is ours: the published one is not public.",
        ),
    )


def length_table(run: Run) -> Table:
    """Words a reply, and the share of replies that were cut off at the token limit."""
    rows: list[tuple[Cell, ...]] = [
        (
            tutor,
            *(
                clustered(
                    [(row.factor("item"), row.score.value)
                     for row in run.metric(name, per_turn=True) if row.factor("tutor") == tutor],
                    tutor, name,
                )
                for name in ("words", "cut")
            ),
        )
        for tutor in levels(run, "tutor")
    ]  # fmt: skip
    columns = ("tutor", "words a reply", "cut off")
    return Table("key-step-length", "Length of replies", columns, tuple(rows), (_UNIT,))


def rank_correlation(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Spearman's ρ (ties get mean ranks); None for fewer than two, or where a side is constant."""
    if len(one) < 2 or len({*_rounded(one)}) == 1 or len({*_rounded(other)}) == 1:
        return None
    from scipy.stats import spearmanr

    return float(spearmanr(_rounded(one), _rounded(other)).statistic)


def _rounded(values: Iterable[float]) -> list[float]:
    """Without what floating-point sums leave behind, so that ties are ties."""
    return [round(value, 9) for value in values]


def _total_means(run: Run, rater: str) -> dict[str, tuple[float, float]]:
    """Tutor → its mean plain and weighted total of the first replies."""
    found = Ratings(run, rater)
    held: dict[str, tuple[float, float]] = {}
    for tutor in levels(run, "tutor"):
        plain, weighted = (found.estimate(name, _first_reply(tutor)).mean for name in TOTALS)
        if plain is not None and weighted is not None:
            held[tutor] = (plain, weighted)
    return held


def _order(means: Mapping[str, float]) -> str:
    """The names, best first, with "=" between those that tie."""
    names = sorted(means, key=lambda name: -means[name])
    text = names[0] if names else NONE
    for before, name in pairwise(names):
        ties = len({*_rounded([means[before], means[name]])}) == 1
        text += f" {'=' if ties else '>'} {name}"
    return text


def _verdicts(run: Run, rater: str) -> dict[tuple[str, int | None], tuple[str, float]]:
    """(session, turn) → (tutor, verdict on scope)."""
    return {
        (row.score.session, row.score.turn): (row.factor("tutor"), row.score.value)
        for row in Ratings(run, rater).rows("solution_scope_control")
        if row.score.value is not None
    }


def _estimates(found: Ratings, keep: Callable[[Row], bool]) -> list[Estimate]:
    return [found.estimate(name, keep) for name in COLUMNS]


def _first_reply(tutor: str) -> Callable[[Row], bool]:
    return where(tutor=tutor, turns=(1,))


def where(*, turns: Sequence[int], **factors: JsonValue) -> Callable[[Row], bool]:
    """Rows of these replies (counted from 1) whose cell has these factors."""
    return lambda row: (
        turn_of(row) in turns and all(row.factor(name) == level for name, level in factors.items())
    )


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def _shown(value: float | None) -> str:
    return NONE if value is None else figure(value)
