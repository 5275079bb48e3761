"""Code and prose speak the field's language: words of a private dialect do not come back."""

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

#: Names in code, and parts of names of tests, with what says the same in the field's terms.
NAMES = {
    "Unhurried": "BackgroundCompilation", "Desk": "LecturerClient", "Yours": "StudentRival",
    "Way": "StepMethod", "Own": "StudentSteps", "Look": "Style", "look": "style",
    "looks": "styles", "Kept": "StoredStill", "_Kept": "_Checkpoint", "kept": "stored, retained",
    "_kept": "_stored", "Later": "Timer", "Shelf": "PrefetchCache", "shelf": "cache",
    "told": "reported", "_told": "_reported", "Told": "Extra", "door": "port, entry",
    "doors": "access", "house": "package", "houses": "packages", "desk": "lecturer",
    "honest": "sound", "bent": "altered", "warming": "warmup", "strongest": "largest",
    "Ear": "CompilationListener", "Stand": "KnobState", "yours": "student", "YOURS": "STUDENT",
}  # fmt: skip
#: Of these, what a sentence, such as the name of a test, may say.
ENGLISH = {"look", "looks", "kept", "yours"}
#: Parts of the names of functions and classes of the product, with what says the same.
DEFINED = {
    "seen": "observed, shown", "stand": "state, place", "stands": "state, place",
    "standing": "settings", "hand": "user, pointer", "hands": "user, pointer",
    "beside": "right_of, in_background, during", "opened": "open_x, default, state at opening",
    "chosen": "selected", "told": "reported", "kept": "stored", "yours": "student",
    "way": "method, direction, path", "ways": "methods, directions", "far": "distant, beyond",
    "honest": "sound",
}  # fmt: skip
#: Words of prose: comments, docstrings, messages, pages.
PROSE = {
    "unhurried": "in the background", "door": "entry point", "doors": "entry points",
    "house": "package", "houses": "packages", "honest": "certified, sound",
    "desk": "page of the lecturer", "shelf": "cache", "warming": "compiling ahead",
}  # fmt: skip
#: Phrases of prose, comments and messages.
PHRASES = {
    r"told": "said, reported, sent",
    r"(?:it|that|this|which|they|what) (?:is|are) none": "say what it is not",
    r"(?:of|in) an? \w+ of (?:its|one's) own": "separate, own",
    r"(?:no|more|most|enough|there is|takes? its) room": "space; a room is what a class enters",
    r"(?:be|is|are|was|were) kept": "stored, remembered, open",
    r"[Bb]eside (?:an?|the|that|this|these|those|it|its|them|one|each|what|you|your|our|others?)":
        "next to, with, in addition to, compared with, in the background",
    r"[a-z]+ (?:stands?(?!-| (?:for|still|out)\b)|stood)": "is, lies, is placed; present values",
    r"(?:[Aa]|[Tt]he|[Nn]o|[Ww]hat|[Ww]hich|[Ww]hether) hands?(?! side|-)": "the user, a drag",
    r"hand(?:s|ed) (?:on|over|out|back)": "pass, send, return",
    r"(?:in|to|out of) sight": "visible, shown, hidden",
}  # fmt: skip
#: So long may the name of a test be.
LONGEST = 70
#: Where a word is the right one: {word: files}, with the reason.
ALLOWED = {
    r"(?:no|more|most|enough|there is|takes? its) room": {"lab/classroom/votes/room.py"},
    # What commands and notes say.
    r"(?:be|is|are|was|were) kept": {
        "lab/classroom/votes/command.py", "lab/sweeps/sweep.py",
        "tests/lab/sweeps/test_command.py", "tests/lab/sweeps/test_sweep.py",
    },
    # The reader, on a hillside.
    r"[a-z]+ (?:stands?(?!-| (?:for|still|out)\b)|stood)": {"lab/site/first.md"},
    "far": {"lab/judging/gallery/programs.py"},  # a side that is far off
    "honest": {"notebooks/5-mi_odm.ipynb"},  # of a bound that is valid and not tight
}  # fmt: skip
SKIPPED = re.compile(
    r"/bundles/|/vendor/|\.ipynb_checkpoints/|^findings/|^tests/test_words\.py$|node_modules|^\.venv/"
)
#: The packages of the product.
PRODUCT = ("solvers/", "lab/", "widgets/")
FOLDERS = ("solvers", "lab", "widgets", "tests", "notebooks")
#: Comments, numbers and strings, which are no names, and names; six times as fast as `tokenize`.
_PYTHON = re.compile(
    r'''#[^\n]*|\d[\w.]*|[rbfuRBFU]{0,2}(?:"""(?:\\.|[^\\])*?"""|"(?:\\.|[^"\\\n])*"'''
    r"""|'''(?:\\.|[^\\])*?'''|'(?:\\.|[^'\\\n])*')|(?P<name>[^\W\d]\w*)""",
    re.S,
)
_JAVASCRIPT = re.compile(
    r"""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`"""
    r"""|(?<![\w$])(?P<name>[A-Za-z_$][\w$]*)""",
    re.S,
)
#: The end of a line within a sentence of a docstring or a comment.
_BREAK = re.compile(r"\s*\n\s*(?:#:?|//|\*)? *")
#: Suffix -> the names of functions, methods and classes.
_DEFINITIONS = {
    ".py": re.compile(r"^\s*(?:async )?(?:def|class) (\w+)", re.M),
    ".js": re.compile(
        r"^\s*(?:(?:export|async|static|get|set) )*(?:(?:function|class) (\w+)"
        r"|const (\w+) = (?:async )?(?:\([^()]*\)|\w+) =>|(\w+)\([^()]*\) \{)",
        re.M,
    ),
}


@cache
def files():
    """{place: text} of all that is written here."""
    found = [p for p in ROOT.iterdir() if p.suffix == ".md"]
    found += [p for folder in FOLDERS for p in (ROOT / folder).rglob("*")]
    found += (ROOT / ".ci/js").glob("*.js")
    kinds = {".py", ".js", ".ts", ".css", ".html", ".j2", ".md", ".ipynb"}
    places = {p.relative_to(ROOT).as_posix(): p for p in found if p.suffix in kinds}
    return {n: p.read_text(encoding="utf-8") for n, p in places.items() if not SKIPPED.search(n)}


def names_in(place, text):
    """The names of a program, and the parts of names of tests."""
    if place.endswith(".py"):
        names = {m["name"] for m in _PYTHON.finditer(text) if m["name"]}
        parts = {part for n in names if n.startswith("test_") for part in n.split("_")[1:]}
        return names | (parts - ENGLISH)
    if place.endswith((".js", ".ts")):
        return {m["name"] for m in _JAVASCRIPT.finditer(text) if m["name"]}
    return set()


def defined_words(place, text):
    """The banned parts of the names of functions and classes that a module of the product has."""
    pattern = _DEFINITIONS.get(Path(place).suffix)
    if not place.startswith(PRODUCT) or pattern is None:
        return set()
    names = [name for found in pattern.finditer(text) for name in found.groups() if name]
    parts = {part.lower() for name in names for part in re.findall(r"[A-Z]?[a-z]+", name)}
    return parts & DEFINED.keys()


def found_words(texts):
    """{(place, word)} of banned names in code and banned words in prose."""
    found = set()
    prose = re.compile(rf"(?<![\w-])({'|'.join(PROSE)})(?![\w-])", re.I)
    for place, text in texts.items():
        parts = set(re.split(r"[/_.-]", place)) | {Path(place).stem}
        found |= {(place, name) for name in (names_in(place, text) | parts) & NAMES.keys()}
        found |= {(place, part) for part in defined_words(place, text)
                  if place not in ALLOWED.get(part, ())}  # fmt: skip
        words = {m[1].lower() for m in prose.finditer(text)}
        found |= {(place, w) for w in words if place not in ALLOWED.get(w, ())}
        phrases = {p for p in PHRASES if place not in ALLOWED.get(p, ())}
        line = _BREAK.sub(" ", text)
        found |= {(place, p) for p in phrases if re.search(rf"\b{p}\b", line)}
    return found


def test_code_and_prose_use_the_terms_of_the_field():
    says = {**DEFINED, **NAMES, **PROSE, **PHRASES}
    wrong = sorted(f"{place}: {word!r}, say {says[word]}" for place, word in found_words(files()))
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("word", NAMES)
def test_a_banned_name_is_found_in_python_and_javascript(word):
    texts = {"a.py": f"{word} = 1\n", "b.js": f"const {word} = 1;\n"}
    assert found_words(texts) >= {("a.py", word), ("b.js", word)}


@pytest.mark.parametrize("word", sorted(DEFINED.keys() - NAMES.keys()))
def test_a_banned_part_of_a_definition_is_found_in_the_product(word):
    code = f"class A:\n    def _{word}_x(self):\n        return {word}ly\n"
    assert found_words({"lab/a.py": code}) == {("lab/a.py", word)}
    assert not found_words({"tests/a.py": code})
    assert not found_words({"lab/a.py": f"def {word}ly(x):\n    return x\n"})
    for form in ("function {}(a) {{", "  static {}(a, b) {{", "const {} = (a) => a;"):
        script = form.format("On" + word.title())
        assert found_words({"lab/a.js": script}) == {("lab/a.js", word)}


@pytest.mark.parametrize("word", PROSE)
def test_a_banned_word_is_found_in_prose_but_not_within_another(word):
    assert ("a.md", word) in found_words({"a.md": f"This {word.capitalize()} is one."})
    assert not found_words({"a.md": f"un{word}ly, {word}x"})


@pytest.mark.parametrize(
    "text", [
        "What it is told.", "None where it is none.", "It runs in a process of its own.",
        "Where there is room.", "The rows that are kept.", "What hands may do.",
        "A panel beside the others.", "The knobs as they stand.", "Where it stood before.",
        "While a hand drags.", "What it hands out.", "What is out of sight.",
    ],
)  # fmt: skip
def test_a_banned_phrase_is_found_everywhere(text):
    for place in ("widgets/a.py", "lab/a.js", "solvers/a.py", "tests/lab/a.py", "widgets/a.css"):
        assert len(found_words({place: f'"""{text}"""'})) == 1


@pytest.mark.parametrize(
    "text", [
        "None where there is none, on its own.", "x stands for a point, the picture stands still.",
        "The right-hand side of the beside class; checked by hand.", "stand: name -> its state.",
    ],
)  # fmt: skip
def test_a_phrase_of_the_field_is_no_banned_one(text):
    assert not found_words({"widgets/a.py": f'"""{text}"""'})


def test_names_of_tests_are_short():
    tests = {place: text for place, text in files().items() if place.startswith("tests/")}
    long = [
        f"{place}: {name}"
        for place, text in tests.items()
        for name in re.findall(r"\bdef (test_\w+)", text)
        if len(name) > LONGEST
    ]
    assert not long, "\n".join(long)


def test_files_and_tests_are_read_by_their_parts():
    assert ("tests/test_shelf.py", "shelf") in found_words({"tests/test_shelf.py": ""})
    code = {"tests/test_a.py": "def test_a_value_is_told(): ...\n"}
    assert found_words(code) == {("tests/test_a.py", "told")}
