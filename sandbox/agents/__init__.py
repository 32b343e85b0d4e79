"""Whoever sits in a seat: students, tutors, people."""
