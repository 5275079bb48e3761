"""A name that is misspelt is asked back before all names are listed."""

import pytest

import lab
from lab.classroom.pack import plan
from lab.spelling import guess
from solvers import InputError


@pytest.mark.parametrize(
    ("use", "meant"),
    [
        (lambda: lab.dashboard("lasoo"), "lasso"),
        (lambda: lab.run("Lasso"), "lasso"),
        (lambda: lab.run("lars/rase"), "lars/race"),
        (lambda: lab.scene("programms"), "programs"),
        (lambda: lab.dashboard("lasso", lamm=1), "lam"),
        (lambda: lab.exercise("ratio-tets"), "ratio-test"),
        (lambda: plan("mi_odm"), "mi-odm"),
    ],
)
def test_what_was_meant_comes_first(use, meant):
    with pytest.raises(InputError) as refused:
        use()
    about, asked, rest = str(refused.value).partition(f"; did you mean {meant!r}? ")
    assert asked and "," not in about and rest.startswith(("choose one of ", "it has "))


def test_nothing_is_guessed_where_nothing_is_near_or_several_are_meant():
    assert guess("zzz", ["lasso", "lars"]) == "" and guess(None, ["lasso"]) == ""
    assert guess("lsit", ["last", "list"]) == "did you mean 'list'? "
    for name in ("zzz", "race"):  # three scenes are called race
        with pytest.raises(InputError) as refused:
            lab.run(name)
        assert "did you mean" not in str(refused.value)
