"""Runs the cells that a log does not have yet, and scores them.

A bounded window of sessions is open at once; one first-come limiter holds back the model calls.
A session that fails is logged as failed and costs no other. Knows no terminal: progress goes to a
callback.
"""

from sandbox.runner.passes import plan, resume, run, score
from sandbox.runner.progress import ProgressCallback, RunOptions, Standing, Summary

__all__ = [
    "ProgressCallback",
    "RunOptions",
    "Standing",
    "Summary",
    "plan",
    "resume",
    "run",
    "score",
]
