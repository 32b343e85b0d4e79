"""Results of tests as records with a line ready to paste in the manner of the APA.

Formulas: F = (SS/df) / (SSₑ/dfₑ); ηp² = SS / (SS + SSₑ); ω² = (SS − df·MSₑ) / (SS_total + MSₑ), and
partial ω² = df·(F − 1) / (df·(F − 1) + N), both 0 where negative (Olejnik & Algina 2003). An effect
that cannot be tested has no F, and a reason.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Correction = Literal["holm", "benjamini-hochberg"]


@dataclass(frozen=True)
class Effect:
    """One effect in an analysis of variance.

    `epsilon` is Greenhouse and Geisser's, where the degrees of freedom were corrected by it; `p` is
    then the corrected one.
    """

    name: str
    ss: float
    df: float
    ss_error: float
    df_error: float
    f: float | None
    p: float | None
    eta_p2: float | None
    omega2: float | None = None
    omega_p2: float | None = None
    epsilon: float | None = None
    reason: str = ""

    @property
    def apa(self) -> str:
        """`F(4, 705) = 41.81, p < .001, ηp² = .19`, or why there is no test."""
        if self.f is None or self.p is None:
            return f"not tested: {self.reason}"
        size = "" if self.eta_p2 is None else f", ηp² = {share(self.eta_p2)}"
        return f"F({', '.join(map(_df, self.dfs))}) = {self.f:.2f}, {p_text(self.p)}{size}"

    @property
    def dfs(self) -> tuple[float, float]:
        """The degrees of freedom that F was tested with: of the effect, of the error."""
        scale = 1.0 if self.epsilon is None else self.epsilon
        return self.df * scale, self.df_error * scale

    @property
    def numbers(self) -> dict[str, float | None]:
        """What `apa` says, number by number; none where there is no test."""
        df, df_error = self.dfs if self.f is not None else (None, None)
        return {"F": self.f, "df": df, "df error": df_error, "p": self.p, "ηp²": self.eta_p2}


def effect_from(
    name: str,
    ss: float,
    df: float,
    ss_error: float,
    df_error: float,
    *,
    ss_total: float | None = None,
    count: int | None = None,
    epsilon: float | None = None,
) -> Effect:
    """The effect that sums of squares and degrees of freedom give.

    Args:
        name: What it is called.
        ss: Its sum of squares.
        df: Its degrees of freedom.
        ss_error: The sum of squares of its error term.
        df_error: The degrees of freedom of its error term.
        ss_total: The total sum of squares, for ω².
        count: The number of observations, for partial ω².
        epsilon: Corrects the degrees of freedom of a repeated factor.
    """
    from scipy.stats import f as f_distribution

    if df <= 0 or df_error <= 0:
        return _untested(name, ss, df, ss_error, df_error, "no degrees of freedom are left")
    error = ss_error / df_error
    if ss_error <= 1e-12 * max(1.0, ss + ss_error):
        return _untested(name, ss, df, ss_error, df_error, "there is no variance within cells")
    f = ss / df / error
    scale = 1.0 if epsilon is None else epsilon
    p = float(f_distribution.sf(f, df * scale, df_error * scale))
    omega2 = None if ss_total is None else max(0.0, (ss - df * error) / (ss_total + error))
    gain = df * (f - 1)
    omega_p2 = None if count is None else max(0.0, gain / (gain + count))
    eta = ss / (ss + ss_error)
    return Effect(name, ss, df, ss_error, df_error, f, p, eta, omega2, omega_p2, epsilon)


def _untested(
    name: str, ss: float, df: float, ss_error: float, df_error: float, reason: str
) -> Effect:
    return Effect(name, ss, df, ss_error, df_error, None, None, None, reason=reason)


def corrected(ps: list[float], method: Correction) -> list[float]:
    """p values adjusted for having made so many tests: Holm 1979 (family-wise error) or Benjamini &
    Hochberg 1995 (false discovery rate)."""
    if not ps:
        return []
    from statsmodels.stats.multitest import multipletests

    name = {"holm": "holm", "benjamini-hochberg": "fdr_bh"}[method]
    return [float(p) for p in multipletests(ps, method=name)[1]]


def p_text(p: float) -> str:
    """`p < .001`, `p = .018`."""
    return "p < .001" if p < 0.0005 else f"p = {share(p, 3)}"


def share(value: float, places: int = 2) -> str:
    """A number that cannot exceed 1, without its leading zero."""
    return f"{value:.{places}f}".replace("0.", ".", 1) if abs(value) < 1 else f"{value:.{places}f}"


def _df(value: float) -> str:
    return f"{value:.0f}" if abs(value - round(value)) < 1e-9 else f"{value:.2f}"
