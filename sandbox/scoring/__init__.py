"""Scorers and statistics; sees transcripts, no agent."""
