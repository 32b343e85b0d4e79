"""How each kind of figure is drawn. Nothing here is a value that a pupil sees: floats are places on
the paper.
"""
