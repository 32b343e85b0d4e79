"""The tutoring sandbox: simulated students with executable misconceptions, tutors, scored sessions."""
