"""The package's public names."""

import subprocess
import sys

import pytest

import sandbox


def test_public_names_are_sorted_and_all_there():
    assert sandbox.__all__ == sorted(sandbox.__all__)
    assert all(getattr(sandbox, name) is not None for name in sandbox.__all__)
    assert set(sandbox.__all__) <= set(dir(sandbox))


def test_name_that_is_not_public_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        sandbox.nothing  # noqa: B018


def test_importing_the_package_imports_no_heavy_library():
    heavy = "{'sympy', 'sklearn', 'matplotlib', 'pandas', 'yaml', 'pydantic'}"
    code = f"import sys, sandbox; print(sorted({heavy} & sys.modules.keys()))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
