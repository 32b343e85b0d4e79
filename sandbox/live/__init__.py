"""Live sessions: rooms in which persons and agents sit, opened, joined, logged, restored, scored.

Knows no user interface. A page or a program shows what `Room.view` gives one seat, and nothing
else.
"""
