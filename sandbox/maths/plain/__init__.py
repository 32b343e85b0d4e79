"""The passes of `sandbox.maths.normalise`: each turns one kind of typing into plain form."""
