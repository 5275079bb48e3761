"""The browser's modules as one script: order, renaming, scopes, and what is refused."""

import json

import pytest

from widgets import bundle

FILES = {
    "a": 'import { f as g, K } from "./b.js";\nimport { deep } from "./sub/c.js";\n'
    "const own = 1;\nexport function all() {\n  return [own, g(), K.name, deep];\n}\n",
    "b": 'import {\n  deep,\n} from "./sub/c.js";\nconst own = 2;\n'
    "export class K {}\nexport async function slow() {}\nfunction f() { return own + deep; }\n"
    "export { f };\n",
    "sub/c": "const inner = 40;\nexport { inner as deep };\n",
}


@pytest.fixture
def folder(tmp_path):
    """Three modules whose inner names meet."""
    (tmp_path / "sub").mkdir()
    for name, source in FILES.items():
        (tmp_path / f"{name}.js").write_text(source, encoding="utf-8")
    return tmp_path


def test_a_module_comes_after_those_it_imports(folder):
    assert bundle.order("a", folder) == ["sub/c", "b", "a"]


def test_the_joined_script_does_what_the_modules_do(folder, node):
    made = bundle.script("a", "made", folder)
    assert node(f"{made}export default () => made.all();", None) == [1, 42, "K", 40]
    modules = f"import {{ all }} from {json.dumps((folder / 'a.js').as_uri())};"
    (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    assert node(f"{modules}export default () => all();", None) == [1, 42, "K", 40]


def test_a_library_that_a_bundler_wrote_can_be_imported(folder, node):
    """Such a file ends in its exports, behind its last statement and without spaces."""
    library = "const a={b(){return 40}};function c(){return a.b()+2}export{c as answer,a as own};\n"
    (folder / "sub" / "d3.js").write_text(library, encoding="utf-8")
    (folder / "e.js").write_text(
        'import { answer, own } from "./sub/d3.js";\n'
        "export const all = () => [answer(), own.b()];\n",
        encoding="utf-8",
    )
    made = bundle.script("e", "made", folder)
    assert node(f"{made}export default () => made.all();", None) == [42, 40]


def test_comments_stay_behind_but_for_licences_and_what_stands_in_a_line(folder, node):
    (folder / "vendor").mkdir()
    licence = "/*\n * Copyright\n */\n// and more\nexport const own = 1;\n"
    (folder / "vendor" / "own.js").write_text(licence, encoding="utf-8")
    source = (
        'import { own } from "./vendor/own.js";\n// gone\n/** @param {x} y */\n  /**\n'
        '   * gone **\n   */\nexport const at = /** @type {any} */ ("http://x"); // kept\n'
        "/** @type {any} */ (globalThis).seen = own;\n"
    )
    (folder / "f.js").write_text(source, encoding="utf-8")
    made = bundle.script("f", "made", folder)
    assert "gone" not in made and "@param" not in made and made.count("@type") == 2
    assert "Copyright" in made and "// and more" in made and "// kept" in made
    assert node(f"{made}export default () => [made.at, seen];", None) == ["http://x", 1]


@pytest.mark.parametrize(
    "line",
    ['import x from "./b.js";', 'import * as b from "./b.js";', "export default 3;",
     'import { f } from "https://elsewhere/b.js";', "export let changing = 1;",
     'export * from "./b.js";'],
)  # fmt: skip
def test_other_forms_are_refused_with_their_line(folder, line):
    (folder / "a.js").write_text(f"{line}\n", encoding="utf-8")
    bundle._source.cache_clear()
    with pytest.raises(ValueError, match=r"a\.js must import and export as"):
        bundle.script("a", "made", folder)


def test_a_circle_is_refused(folder):
    (folder / "sub" / "c.js").write_text('import { f } from "./b.js";\n', encoding="utf-8")
    with pytest.raises(ValueError, match="in a circle, got b -> sub/c -> b"):
        bundle.order("a", folder)


@pytest.mark.parametrize("name", ["stage", "knob", "actions"])
def test_every_bundle_is_a_classic_script(name, node):
    """As an inline script of a page that was opened from a file: no import, no export."""
    compiles = (
        'import vm from "node:vm"; export default (s) => new vm.Script(s) instanceof vm.Script;'
    )
    assert node(compiles, bundle.script(name, "made"))
