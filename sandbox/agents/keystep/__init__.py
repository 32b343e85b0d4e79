"""The two seats of the key-step study: tutors that help with one step, students that ask on."""
