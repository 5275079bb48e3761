"""No caption of any scene has a plural of one, a space before a comma, an empty clause, or a
sentence that begins in lower case, at odd settings as well."""

import re

import pytest
from scenes import ADDRESSES, at_defaults, drawn

import lab

#: What the captions count, in the plural.
COUNTED = (
    "pairs|zeros|iterations|steps|sweeps|pivots|updates|rows|variables|entries|exits|knots|bags|"
    "points|margins|weights|columns|edges|facets|boundaries|methods|rounds|passes|groups|triplets|"
    "hyperplanes|assignments|constraints|multipliers|eigenvalues|neighbours|zeros"
)
#: Settings at which a sentence has few things to list.
ODD = {
    "methods": ({"compare": ()}, {"compare": ("printed",)}),
    "sparsity": ({"count": 5}, {"count": 6}),
    "affinity": ({"weight": 0.0}, {"alpha": 0.0}),
    "metric": ({"proof": "floor"},),
    "lars/race": ({"compare": ()},),
    "logistic": ({"start": "zero"},),
    "triplets": ({"steps": "sweeps"}, {"problem": "svm", "steps": "sweeps"}),
    "polygon": ({"compare": ("mehrotra", "pdhg")},),
    "programs/race": ({"compare": ()}, {"compare": ("mehrotra", "pdhg"), "clock": "iterations"}),
    "interior-point/race": ({"compare": ()},),
    "margins": ({"outlier": False}, {"compare": ()}, {"reach": 0.0}, {"player": "sweeps"}),
    "bags": ({"positive": 0}, {"positive": 1}, {"method": "stochastic"}, {"method": "mirror_prox"},
             {"method": "assignment"}, {"method": "reweighting"}, {"first": "means"}),
    "mirror": ({"method": "stochastic"}, {"method": "single"}),
}  # fmt: skip
#: A name of a variable, a symbol of the field or a file may begin a sentence.
SYMBOLS = re.compile(
    r"[^\W\d_](?:['’⁺⁻*̂̄]*)?(?:[₀-₉ᵢⱼₜᵀ][₀-₉ᵢⱼₜᵀ]*)?[⁺⁻*]*(?=[\s:=(,;.]|$)|\w+[._(]\w|v̂|graphical_lasso|scikit"
)
FAULTS = {
    "a plural of one": re.compile(rf"(?<![\d.,⁻−])\b1 (?:\w+ )?(?:{COUNTED})\b"),
    "a space before a comma": re.compile(r" [,;]|[ \t]\n"),
    "an empty clause": re.compile(r"; ?;|, ?,|: ?[;.]|; ?\.(?!\d)|— ?[.;]"),
    "a doubled word": re.compile(r"\b(this method|[A-Za-z]{4,})[;:]? \1\b(?!s)", re.I),
    "a dash at its end": re.compile(r"[—–;:,] *(?:\n|$)"),
    "two spaces": re.compile(r"   |  .*  "),
}
_SENTENCE = re.compile(r"(?:(?<=[.!?]) +|\n)(?=[a-z])(\S+)")


def faults(caption):
    """The faults of a caption by kind, with what is wrong."""
    found = [(kind, m[0]) for kind, fault in FAULTS.items() for m in fault.finditer(caption)]
    lower = [m[1] for m in _SENTENCE.finditer(caption)]
    return found + [("a lower-case beginning", w) for w in lower if not SYMBOLS.match(w)]


@pytest.mark.parametrize(
    "caption, kind",
    [
        ("The same 1 pairs — M.", "a plural of one"),
        ("After 1 knots and 1 entries.", "a plural of one"),
        ("Moves by 3 , 2.", "a space before a comma"),
        ("1 of 3 margins is missed. \nHere.", "a space before a comma"),
        ("A; ; B.", "an empty clause"),
        ("All begin — this method; this method: gap 3.", "a doubled word"),
        ("It falls —", "a dash at its end"),
        ("Simplex arrives. simplex arrives after 2 pivots.", "a lower-case beginning"),
    ],
)
def test_a_fault_is_found(caption, kind):
    assert kind in {one for one, _ in faults(caption)}


def test_a_right_caption_has_no_fault():
    assert not faults("w₁ moves.  w₁: 0 → 1; 1 of 10 entries is below 0. w = 3.\nx is 1 pair.")


@pytest.mark.parametrize("address", ADDRESSES)
def test_captions_have_no_fault(address, random_runs):
    scenes = [at_defaults(address)[1], *(drawn(address, random_runs, k)[1] for k in range(2))]
    names = (address, address.partition("/")[2])
    scenes += [lab.scene(address, **more) for name in names for more in ODD.get(name, ())]
    for scene in scenes:
        for caption in scene.captions:
            assert not faults(caption), caption


def test_every_odd_setting_has_a_scene():
    assert all(any(a == n or a.endswith(f"/{n}") for a in ADDRESSES) for n in ODD)
