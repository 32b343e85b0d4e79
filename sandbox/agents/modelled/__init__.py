"""Agents that speak through a chat model: students and tutors, free, grounded and guarded."""
