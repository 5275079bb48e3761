"""What axe-core finds wrong on a page."""

import os
from pathlib import Path

import pytest

AXE = Path(__file__).parents[2] / ".ci" / "js" / "node_modules" / "axe-core" / "axe.min.js"
#: What axe finds wrong inside the elements of a selector: [rule, what is asked, where].
FINDINGS = """async (selector) => {
  const { violations } = await axe.run({ include: [[selector]] });
  return violations.flatMap((v) => v.nodes.map((n) => [v.id, v.help, n.target.join(" ")]));
}"""


@pytest.fixture(scope="module")
def axe():
    """The text of axe-core."""
    if not AXE.exists():
        words = "NO axe-core: npm install --prefix .ci/js --no-package-lock"
        pytest.fail(words) if os.environ.get("CI") else pytest.skip(words)
    return AXE.read_text(encoding="utf-8")
