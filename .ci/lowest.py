"""Print pip constraints for the oldest versions that pyproject.toml promises."""

import re
import tomllib
from pathlib import Path

settings = tomllib.loads((Path(__file__).resolve().parents[1] / "pyproject.toml").read_text())
for line in settings["project"]["dependencies"]:
    name, version = re.match(r"([\w-]+)>=([\d.]+)", line).groups()
    print(f"{name}=={version}.*")
