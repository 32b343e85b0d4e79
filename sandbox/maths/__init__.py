"""Exact mathematics: values, formulas, families, diagnosis, leaks."""
