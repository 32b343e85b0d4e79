"""Chat models behind one seam: providers, doubles, wrappers, structured replies."""
