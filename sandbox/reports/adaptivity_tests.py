"""The statistics of an adaptivity run, as the published study has them, and what is right beside.

Analyses of variance take replies as independent; replies to one item are not. So a mixed model with
an intercept an item, and differences with a bootstrap over items, stand beside each of them, and p
values are corrected for the number of tests (Holm).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sandbox.reports.replies import TOTALS, Replies, Reply, scored
from sandbox.reports.tables import NONE, Cell, Table, Told
from sandbox.scoring.adaptivity import QUESTIONS
from sandbox.scoring.anova import anova, tukey
from sandbox.scoring.clusters import difference, mixed_model
from sandbox.scoring.effects import Effect, corrected, p_text, share
from sandbox.scoring.repeated import Repeated, repeated_anova

DESIGNS = (("tier", "tutor"), ("tier", "context"))
UNTESTED = "no test"
MEASURES = (
    ("adaptivity", "adaptivity"),
    ("q7", "q7 gives an example"),
    ("q8", "q8 gives practice"),
    ("words", "length in words"),
)
"""What differences between learners are looked for in."""


@dataclass(frozen=True)
class _Line:
    """One effect on the way to its row."""

    measure: str
    design: str
    effect: Effect


def test_tables(replies: Replies) -> list[Table]:
    """All tests of a run; tables without rows where nothing can be tested."""
    return [
        anova_table(replies),
        differences_table(replies),
        tukey_table(replies),
        criteria_test_table(replies),
        mixed_table(replies),
    ]


def anova_table(replies: Replies) -> Table:
    """Two-way analyses of variance: tier × tutor, tier × context, on each total."""
    lines: list[_Line] = []
    rows: list[tuple[Cell, ...]] = []
    constant: list[str] = []
    for measure in TOTALS:
        held, values = scored(replies.all, measure)
        for design in _varied(held, DESIGNS):
            factors = {name: [reply.factor(name) for reply in held] for name in design}
            found = anova(values, factors, unit=replies.unit)
            name = " × ".join(design)
            if found.reason:
                rows.append((measure, name, NONE, f"{UNTESTED}: {found.reason}", *[NONE] * 5))
            elif found.constant_cells:
                constant.append(f"{measure}, {name}: {_several(found.constant_cells)}")
            lines += [_Line(measure, name, effect) for effect in found.effects]
    rows += _rows(lines)
    notes = [
        f"Unit: {replies.unit}. Sums of squares of type II. Holm: p corrected for all tests of "
        "this table.",
    ]
    if constant:
        notes.append(
            f"No variance within cells ({'; '.join(constant)}): tutors that always say the same. "
            "F is then too large; see the differences over items."
        )
    columns = ("measure", "design", "effect", "APA", "SS", "df", "ω²", "p", "Holm")
    return Table("anova", "Analyses of variance", columns, tuple(rows), tuple(notes))


def differences_table(replies: Replies) -> Table:
    """What a tier or a context changes for one tutor, item by item."""
    rows: list[tuple[Cell, ...]] = []
    for tutor in replies.levels("tutor"):
        held = replies.where(tutor=tutor)
        for factor in ("tier", "context"):
            first, *others = replies.levels(factor)
            for level in others:
                cells = [
                    _difference(held, measure, factor, level, first) for measure, _ in MEASURES
                ]
                rows.append((tutor, f"{level} − {first}", *cells))
    notes = (
        "95% intervals by a bootstrap that draws whole items: replies to one item are not "
        "independent; none where every item differs alike. Adaptivity: a fit that is as good for "
        "all shows no difference there; examples and length show what is done for whom.",
    )
    columns = ("tutor", "difference", *(title for _, title in MEASURES))
    return Table("differences", "What the learner changes", columns, tuple(rows), notes)


def _difference(
    held: Sequence[Reply], measure: str, factor: str, level: str, reference: str
) -> Cell:
    known = [(reply, value) for reply in held if (value := _measured(reply, measure)) is not None]
    found = difference(
        [value for _, value in known],
        [reply.factor(factor) for reply, _ in known],
        [reply.item for reply, _ in known],
        level,
        reference,
        measure,
        factor,
    )
    if found.difference is None:
        return NONE
    places = 0 if measure == "words" else 2
    mean = f"{found.difference:+.{places}f}"
    if found.interval is None:
        return Told(mean, {"": found.difference})
    low, high = found.interval.low, found.interval.high
    return Told(
        f"{mean}\n[{low:.{places}f}, {high:.{places}f}]",
        {"": found.difference, "low": low, "high": high},
    )


def _measured(reply: Reply, measure: str) -> float | None:
    if measure == "words":
        return reply.words
    held = reply.totals if measure in reply.totals else reply.values
    return held[measure]


def tukey_table(replies: Replies) -> Table:
    """Tukey's comparisons of tutors and of contexts on adaptivity."""
    rows: list[tuple[Cell, ...]] = []
    held, values = scored(replies.all, "adaptivity")
    for factor in ("tutor", "tier", "context"):
        if not held or len({r.factor(factor) for r in held}) < 2:
            continue
        found = tukey(
            values,
            [r.factor(factor) for r in held],
            unit=replies.unit,
        )
        for pair in found.pairs:
            rows.append(
                (
                    factor,
                    f"{pair.second} − {pair.first}",
                    Told(f"{pair.difference:+.3f}", {"": pair.difference}),
                    Told(
                        f"[{pair.low:.3f}, {pair.high:.3f}]", {"low": pair.low, "high": pair.high}
                    ),
                    _p(pair.p),
                )
            )
        if found.reason:
            rows.append((factor, f"{UNTESTED}: {found.reason}", NONE, NONE, NONE))
    notes = (f"Adaptivity; simultaneous 95% intervals. Unit: {replies.unit}.",)
    columns = ("factor", "pair", "difference", "95% interval", "p")
    return Table("tukey", "Tukey's comparisons", columns, tuple(rows), notes)


def criteria_test_table(replies: Replies) -> Table:
    """Repeated measures over q1–q9, between tutors and between contexts."""
    rows: list[tuple[Cell, ...]] = []
    notes = [
        "Within factor: the nine criteria. Degrees of freedom corrected by Greenhouse and "
        "Geisser's ε. ω² is partial.",
    ]
    given = [(r, [v for q in QUESTIONS if (v := r.values[q]) is not None]) for r in replies.all]
    whole = [(reply, values) for reply, values in given if len(values) == len(QUESTIONS)]
    held, values = [reply for reply, _ in whole], [values for _, values in whole]
    groups = [name for (name,) in _varied(held, (("tutor",), ("context",)))] or ["tutor"]
    for group in groups if len(whole) > 2 else ():
        found = repeated_anova(
            values, list(QUESTIONS), [r.factor(group) for r in held], unit=replies.unit
        )
        effects = (found.criterion, found.group, found.interaction)
        for effect in (each for each in effects if each is not None):
            name = effect.name.replace("group", group)
            rows.append(
                (
                    group,
                    name,
                    Told(effect.apa, effect.numbers),
                    _number(effect.omega_p2),
                    _mauchly(found, effect),
                )
            )
        if found.constant:
            notes.append(f"{', '.join(found.constant)}: the same for every reply.")
    columns = ("between", "effect", "APA", "ω²", "sphericity")
    title = "Repeated measures over the nine criteria"
    return Table("criteria-tests", title, columns, tuple(rows), tuple(dict.fromkeys(notes)))


def mixed_table(replies: Replies) -> Table:
    """Mixed models of adaptivity with an intercept an item, tutor by tutor."""
    rows: list[tuple[Cell, ...]] = []
    for tutor in replies.levels("tutor"):
        held, values = scored(replies.where(tutor=tutor), "adaptivity")
        for factor in ("tier", "context"):
            if len({r.factor(factor) for r in held}) < 2:
                continue
            found = mixed_model(
                values,
                [r.factor(factor) for r in held],
                [r.item for r in held],
            )
            between = _number(found.cluster_share)
            test = Told(found.apa, found.numbers)
            rows.append((tutor, factor, test, between, f"{found.count}", f"{found.clusters}"))
    notes = (
        "adaptivity ~ factor + (1 | item), restricted maximum likelihood, Wald's test of all "
        "levels. Between items: the share of the variance that lies there.",
    )
    columns = ("tutor", "factor", "test", "between items", "replies", "items")
    return Table("mixed", "Mixed models", columns, tuple(rows), notes)


def _varied(
    held: Sequence[Reply], designs: Sequence[tuple[str, ...]]
) -> dict[tuple[str, ...], None]:
    """The designs without the factors of which only one level was met, each once."""
    varied = (
        tuple(name for name in design if len({reply.factor(name) for reply in held}) > 1)
        for design in designs
    )
    return dict.fromkeys(design for design in varied if design)


def _several(names: Sequence[str]) -> str:
    return ", ".join(sorted(names)[:3]) + (
        f" and {more} more" if (more := len(names) - 3) > 0 else ""
    )


def _rows(lines: Sequence[_Line]) -> Iterator[tuple[Cell, ...]]:
    tested = [line.effect.p for line in lines if line.effect.p is not None]
    adjusted = iter(corrected(tested, "holm"))
    for line in lines:
        effect = line.effect
        is_tested = effect.p is not None
        yield (
            line.measure,
            line.design,
            effect.name,
            Told(effect.apa, {"F": effect.f, "ηp²": effect.eta_p2}),
            Told(f"{effect.ss:.2f}", {"": effect.ss}),
            Told(
                f"{effect.df:g}; {effect.df_error:g}",
                {"effect": effect.df, "error": effect.df_error},
            ),
            _number(effect.omega2),
            _p(effect.p),
            _p(next(adjusted) if is_tested else None),
        )


def _mauchly(found: Repeated, effect: Effect) -> Cell:
    sphericity = found.sphericity
    if effect is found.group:
        return NONE
    epsilon = NONE if sphericity.epsilon is None else share(sphericity.epsilon)
    if sphericity.w is None or sphericity.p is None or sphericity.chi2 is None:
        said = f"ε = {epsilon}; Mauchly {UNTESTED}: {sphericity.reason}"
        return Told(said, {"ε": sphericity.epsilon})
    said = (
        f"W = {share(sphericity.w)}, χ²({sphericity.df}) = {sphericity.chi2:.1f}, "
        f"{p_text(sphericity.p)}; ε = {epsilon}"
    )
    numbers = {
        "W": sphericity.w, "χ²": sphericity.chi2, "df": sphericity.df, "p": sphericity.p,
        "ε": sphericity.epsilon,
    }  # fmt: skip
    return Told(said, numbers)


def _number(value: float | None) -> Cell:
    return Told(NONE if value is None else share(value, 3), {"": value})


def _p(value: float | None) -> Cell:
    return Told(NONE if value is None else p_text(value), {"": value})
