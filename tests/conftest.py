"""Settings of all tests: hypothesis without deadlines (kernels compile on first use), and
repeatable in CI."""

import os

from hypothesis import settings

settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")
