"""Run folders on disk: the log, its readers, exports, and the catalogue of runs."""
