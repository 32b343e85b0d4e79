"""Figures of problems: what they show as data, in words, and drawn as SVG or PNG.

Knows no problem, no family and no pupil. Importing it loads no drawing library.
"""
