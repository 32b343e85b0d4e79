"""Analyses of variance against printed, hand-computed and other libraries' values."""

import itertools
import random
from statistics import fmean

import pytest
from scipy.stats import f_oneway

from sandbox.scoring.anova import anova, tukey
from sandbox.scoring.clusters import difference, mixed_model
from sandbox.scoring.effects import corrected, effect_from, p_text
from sandbox.scoring.quiet import quietly
from sandbox.scoring.repeated import repeated_anova

# two factors, two replicates a cell; by hand: SS a = 4.5, b = 12.5, a × b = .5, error = 4
BALANCED = {
    ("x", "p"): [1.0, 3.0], ("x", "q"): [5.0, 5.0],
    ("y", "p"): [4.0, 4.0], ("y", "q"): [5.0, 7.0],
}  # fmt: skip


def columns(cells):
    rows = [(value, *cell) for cell, held in cells.items() for value in held]
    values, a, b = zip(*rows, strict=True)
    return list(values), {"a": list(a), "b": list(b)}


@pytest.mark.parametrize(
    ("ss", "df", "ss_error", "df_error", "f", "eta"),
    [(61.25, 4, 264.49, 715, 41.39, 0.19), (91.14, 3, 234.59, 716, 92.72, 0.28)],
)
def test_printed_sums_of_squares_give_the_printed_f(ss, df, ss_error, df_error, f, eta):
    found = effect_from("models", ss, df, ss_error, df_error)
    assert found.f == pytest.approx(f, abs=0.02)
    assert round(found.eta_p2, 2) == eta
    assert found.apa == f"F({df}, {df_error}) = {found.f:.2f}, p < .001, ηp² = {eta:.2f}".replace("0.", ".")  # fmt: skip


def test_two_way_analysis_by_hand():
    found = anova(*columns(BALANCED), unit="one reply")
    assert {e.name: round(e.ss, 9) for e in found.effects} == {"a": 4.5, "b": 12.5, "a × b": 0.5}
    assert (round(found.ss_error, 9), found.df_error, found.unit) == (4.0, 4, "one reply")
    assert found.effect("b").f == pytest.approx(12.5)
    assert found.effect("b").eta_p2 == pytest.approx(12.5 / 16.5)
    assert found.effect("b").omega2 == pytest.approx((12.5 - 1) / (21.5 + 1))
    assert found.constant_cells == ("x × q", "y × p")


def test_types_of_sums_agree_where_balanced_and_differ_where_not():
    values, factors = columns(BALANCED)
    two, three = (anova(values, factors, unit="u", sums=s) for s in ("II", "III"))
    assert [e.ss for e in two.effects] == pytest.approx([e.ss for e in three.effects])
    uneven = BALANCED | {("x", "p"): [1.0, 3.0, 9.0, 2.0]}
    two, three = (anova(*columns(uneven), unit="u", sums=s) for s in ("II", "III"))
    assert two.effect("a").ss != pytest.approx(three.effect("a").ss)
    assert two.effect("a × b").ss == pytest.approx(three.effect("a × b").ss)


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        ({cell: [2.0, 2.0] for cell in BALANCED}, "no variance within cells"),
        ({("x", "p"): [1.0, 2.0], ("x", "q"): [2.0, 1.0]}, "a has fewer than two levels"),
        ({c: v for c, v in BALANCED.items() if c != ("x", "q")}, "never observed"),
        ({cell: [float(k)] for k, cell in enumerate(BALANCED)}, "leaves no error"),
    ],
)
def test_what_cannot_be_tested_is_reported_not_tested(cells, reason):
    found = anova(*columns(cells), unit="u")
    assert found.effects == ()
    assert reason in found.reason


def test_levels_may_have_any_names():
    cells = {(f"C({a}) + 1", f'"{b}"'): v for (a, b), v in BALANCED.items()}
    assert anova(*columns(cells), unit="u").effect("b").f == pytest.approx(12.5)


def test_tukey_by_the_studentised_range():
    from scipy.stats import studentized_range

    groups = {"a": [1.0, 2, 3], "b": [2.0, 3, 4], "c": [6.0, 7, 8]}
    values = [v for held in groups.values() for v in held]
    levels = [name for name, held in groups.items() for _ in held]
    found = tukey(values, levels, unit="u")
    assert [(p.first, p.second, round(p.difference, 9)) for p in found.pairs] == [
        ("a", "b", 1), ("a", "c", 5), ("b", "c", 4),
    ]  # fmt: skip
    for pair in found.pairs:  # MSE = 1, n = 3, df = 6
        q = abs(pair.difference) / (1 / 3) ** 0.5
        assert pair.p == pytest.approx(studentized_range.sf(q, 3, 6), abs=1e-3)
        assert pair.low < pair.difference < pair.high


def test_tukey_without_variance_is_not_tested():
    assert "no variance" in tukey([1.0, 1, 2, 2], ["a", "a", "b", "b"], unit="u").reason


def sample(groups=("g", "h"), sizes=(9, 7), width=4, seed=3):
    chance = random.Random(seed)
    rows, names = [], []
    for number, (group, size) in enumerate(zip(groups, sizes, strict=True)):
        for _ in range(size):
            own = chance.gauss(0, 1)
            rows.append([own + 0.4 * j * (1 + number) + chance.gauss(0, 1 + 0.3 * j) for j in range(width)])  # fmt: skip
            names.append(group)
    return rows, names


def long(rows, names):
    import pandas as pd

    return pd.DataFrame(
        [{"unit": u, "group": names[u], "criterion": f"c{j}", "value": value}
         for u, row in enumerate(rows) for j, value in enumerate(row)]
    )  # fmt: skip


def test_repeated_measures_agree_with_pingouin_for_one_group():
    import pingouin

    rows, _ = sample(("g",), (12,))
    found = repeated_anova(rows, list("abcd"), unit="one reply")
    with quietly():
        other = pingouin.rm_anova(
            long(rows, ["g"] * 12), "value", "criterion", "unit", correction=True, detailed=True
        ).iloc[0]
    assert found.criterion.f == pytest.approx(other["F"])
    assert found.criterion.p == pytest.approx(other["p_GG_corr"])
    assert found.criterion.epsilon == pytest.approx(other["eps"])
    assert found.sphericity.w == pytest.approx(other["W_spher"])
    # pingouin adds a second-order term to the p of the same χ²
    assert found.sphericity.p == pytest.approx(other["p_spher"], abs=0.005)
    assert (found.group, found.interaction) == (None, None)


def test_repeated_measures_agree_with_pingouin_for_groups_of_unequal_size():
    import pingouin

    rows, names = sample()
    found = repeated_anova(rows, list("abcd"), names, unit="one reply")
    with quietly():
        table = pingouin.mixed_anova(
            long(rows, names), "value", "criterion", "unit", "group", correction=True
        ).set_index("Source")
    for mine, row in ((found.group, "group"), (found.criterion, "criterion"), (found.interaction, "Interaction")):  # fmt: skip
        assert mine.f == pytest.approx(table["F"][row]), row
        assert (mine.df, mine.df_error) == (table["DF1"][row], table["DF2"][row])
        assert mine.eta_p2 == pytest.approx(table["np2"][row])


def test_degrees_of_freedom_are_those_of_the_published_within_table():
    rows, names = sample(tuple("abcde"), (144,) * 5, width=9)
    found = repeated_anova(rows, [f"q{n}" for n in range(1, 10)], names, unit="one rating")
    assert (found.interaction.df, found.interaction.df_error) == (32, 5720)
    rows, names = sample(tuple("abcd"), (180,) * 4, width=9)
    found = repeated_anova(rows, [f"q{n}" for n in range(1, 10)], names, unit="one rating")
    assert (found.interaction.df, found.interaction.df_error) == (24, 5728)


def test_epsilon_is_1_for_a_spherical_pattern_and_stays_within_its_bounds():
    rows = [list(row) for row in itertools.permutations([0.0, 1.0, 2.0])]
    assert repeated_anova(rows, list("abc"), unit="u").sphericity.epsilon == pytest.approx(1)
    rows, names = sample()
    assert 1 / 3 <= repeated_anova(rows, list("abcd"), names, unit="u").sphericity.epsilon <= 1


def test_corrected_degrees_of_freedom_stand_in_the_line():
    rows, _ = sample(("g",), (12,))
    found = repeated_anova(rows, list("abcd"), unit="u").criterion
    assert found.apa.startswith(f"F({3 * found.epsilon:.2f}, {33 * found.epsilon:.2f}) = ")


def test_criterion_that_never_varies_is_named_and_mauchly_left_out():
    rows = [[a, b, 1.0] for a, b in ((0.0, 1.0), (1.0, 1.0), (1.0, 0.0), (0.0, 0.0), (1.0, 0.0))]
    found = repeated_anova(rows, list("abc"), unit="u")
    assert found.constant == ("c",)
    assert repeated_anova([[0.0, 1.0, 1.0]] * 5, list("abc"), unit="u").criterion.f is None


def test_units_that_are_all_alike_are_not_tested():
    found = repeated_anova([[0.0, 1.0]] * 4, list("ab"), ["g", "g", "h", "h"], unit="u")
    assert "no variance" in found.criterion.apa
    assert "no variance" in found.sphericity.reason


def test_mixed_model_of_a_balanced_design_is_the_blocked_analysis():
    # with positive between-item variance REML on balanced data equals the classical F
    chance = random.Random(5)
    items = {f"i{k}": chance.gauss(0, 2) for k in range(12)}
    rows = [(base + shift + chance.gauss(0, 1), level, item)
            for item, base in items.items() for level, shift in (("low", 0.0), ("high", 1.0))]  # fmt: skip
    values, levels, clusters = (list(column) for column in zip(*rows, strict=True))
    found = mixed_model(values, levels, clusters)
    gaps = [values[k + 1] - values[k] for k in range(0, 24, 2)]
    mean = sum(gaps) / 12
    spread = sum((gap - mean) ** 2 for gap in gaps) / 11
    assert found.contrasts[0].difference == pytest.approx(mean, abs=1e-4)
    assert found.chi2 == pytest.approx(mean**2 / (spread / 12), rel=1e-3)
    assert found.apa.startswith("χ²(1) = ")
    assert 0 < found.cluster_share < 1


@pytest.mark.parametrize("seed", [2, 8, 10, 26, 54])
def test_mixed_model_with_little_variance_between_items_is_the_blocked_analysis(seed):
    # where an optimiser by gradients stops short
    chance = random.Random(seed)
    rows = []
    for item in range(12):
        own = chance.gauss(0, 0.12)
        for k, _ in itertools.product(range(3), range(2)):
            value = round((0.1 * k + own + chance.gauss(0, 0.25) + 0.5) * 10) / 10
            rows.append((value, "abc"[k], item))
    values, levels, items = (list(column) for column in zip(*rows, strict=True))
    middle = fmean(values)

    def between(names):
        groups = {n: [v for v, m in zip(values, names, strict=True) if m == n] for n in names}
        return sum(len(group) * (fmean(group) - middle) ** 2 for group in groups.values())

    chance_variance = (
        sum((v - middle) ** 2 for v in values) - between(levels) - between(items)
    ) / (len(values) - 3 - 11)
    assert between(items) / 11 > chance_variance
    found = mixed_model(values, levels, items)
    assert found.chi2 == pytest.approx(between(levels) / chance_variance, rel=1e-3)


@pytest.mark.parametrize("seed", range(3))
def test_mixed_model_without_variance_between_items_is_the_one_way_analysis(seed):
    chance = random.Random(seed)
    rows = []
    for item in range(20):
        noise = [chance.gauss(0, 0.2) for _ in range(12)]
        middle = fmean(noise)
        rows += [(0.3 * (k % 3) + n - middle, "abc"[k % 3], item) for k, n in enumerate(noise)]
    values, levels, items = (list(column) for column in zip(*rows, strict=True))
    found = mixed_model(values, levels, items)
    groups = [[v for v, level in zip(values, levels, strict=True) if level == x] for x in "abc"]
    assert found.chi2 == pytest.approx(2 * f_oneway(*groups).statistic, rel=1e-3)
    assert found.cluster_share == pytest.approx(0, abs=1e-3)


@pytest.mark.parametrize(
    ("values", "levels", "clusters", "reason"),
    [
        ([1.0, 1, 2, 2], ["a", "a", "b", "b"], [1, 2, 1, 2], "no variance"),
        ([1.0, 2, 3, 4], ["a"] * 4, [1, 2, 1, 2], "two levels"),
        ([1.0, 2, 3, 5], ["a", "b"] * 2, [1] * 4, "two clusters"),
    ],
)
def test_mixed_model_that_cannot_be_fitted_says_why(values, levels, clusters, reason):
    found = mixed_model(values, levels, clusters)
    assert (found.chi2, found.contrasts) == (None, ())
    assert reason in found.reason


def test_difference_by_clusters_is_wider_than_the_clusters_repeated():
    values = [0.0, 1.0] * 10 + [0.2, 0.9] * 10
    levels = ["a", "b"] * 20
    few = difference(values, levels, [k // 20 for k in range(40)], "b", "a", "t")
    many = difference(values, levels, [k // 2 for k in range(40)], "b", "a", "t")
    assert [few.difference, many.difference] == pytest.approx([0.85, 0.85])
    assert few.interval.high - few.interval.low > many.interval.high - many.interval.low


def test_difference_that_is_the_same_in_every_cluster_has_no_interval():
    found = difference([0.0, 1.0] * 5, ["a", "b"] * 5, [k // 2 for k in range(10)], "b", "a")
    assert (found.difference, found.interval) == (1, None)
    assert difference([1.0], ["a"], [1], "b", "a").reason == "one of the levels was not observed"


def test_corrections_by_hand():
    assert corrected([0.01, 0.04, 0.03], "holm") == pytest.approx([0.03, 0.06, 0.06])
    assert corrected([0.01, 0.04, 0.03], "benjamini-hochberg") == pytest.approx([0.03, 0.04, 0.04])
    assert corrected([], "holm") == []


@pytest.mark.parametrize(("p", "text"), [(0.0002, "p < .001"), (0.18, "p = .180"), (1.0, "p = 1.000")])  # fmt: skip
def test_p_is_written_as_the_apa_asks(p, text):
    assert p_text(p) == text
