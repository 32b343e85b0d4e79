"""`sandbox app`: who can reach it."""

import subprocess
import sys

import pytest

from sandbox.cli.serving import exposure


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1"])
def test_app_on_this_machine_alone_warns_of_nothing(host):
    assert exposure(host, "") == ""


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.0.7", "::"])
def test_app_that_others_reach_without_password_warns(host):
    assert "--password" in exposure(host, "")
    assert exposure(host, "secret") == ""


def test_command_line_does_not_load_gradio():
    code = "import sys, sandbox.cli.main; print('gradio' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
