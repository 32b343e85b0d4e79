"""`python -m sandbox` is `sandbox`."""

import sys

from sandbox.cli import main

sys.exit(main())
