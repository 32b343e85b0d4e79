"""Lets the tests of this folder share what makes random figures."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
