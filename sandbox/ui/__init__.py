"""The app in the browser: Gradio tabs over live sessions, runs and content.

Handlers are thin: what they do is in `sandbox.live` and below. Gradio is imported nowhere else.
"""

import os

os.environ["GRADIO_ANALYTICS_ENABLED"] = "False"  # read when gradio is imported
