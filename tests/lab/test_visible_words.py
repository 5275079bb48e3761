"""The first sentence of a caption describes the picture, and agrees with the numbers of the
frame."""

import re

import numpy as np
import pytest
from scenes import drawn

from lab.lessons.coordinate_descent.lasso.model import frames as lasso_frames
from lab.lessons.coordinate_descent.subgradient.model import frames as subgradient_frames
from lab.lessons.coordinate_descent.triplets.model import frames as triplet_frames
from lab.lessons.interior_point import race as ip_race
from lab.lessons.lars import group_path, split
from lab.lessons.lars import race as lasso_race
from lab.lessons.lars.groups.model import frames as groups_frames
from lab.lessons.lars.logistic.model import frames as logistic_frames
from lab.lessons.lars.path.model import frames as path_frames
from lab.lessons.programs import race as program_race
from lab.lessons.programs.polygon.model import frames as polygon_frames
from lab.lessons.programs.polytope import frames as polytope_frames
from widgets.text import caption_parts

SEEDS = range(4)
STEP_METHODS = (("left", "right"), ("down", "up"), ("backwards", "forwards"))


def first_sentence(caption):
    return caption_parts(caption)[0]


def cases(address, random_runs, **more):
    """(run, scene, the first sentence of each frame) at random settings."""
    for seed in SEEDS:
        run, scene = drawn(address, random_runs, seed, **more)
        yield run, scene, [first_sentence(c) for c in scene.captions]


def names(text):
    """The names in "w₁ and w₂", "w₁, w₂ and 3 more"; and how many are not named."""
    found = re.split(r", | and ", text)
    more = [one for one in found if re.fullmatch(r"\d+ more", one)]
    return [one for one in found if one not in more], sum(int(m.split()[0]) for m in more)


def moved(run, r, coordinate="coordinate"):
    """(old, new) of the weight that row `r` moves, from the iterates alone."""
    w = run.trace.snapshots["w"]
    d = int(run.trace.snapshots[coordinate][r])
    return d, w[r - 1, d], w[r, d]


def ended(run, words):
    done = run.result.status == "converged"
    assert ("proved optimal" in words and "not proved" not in words) == done, words


ADDRESSES = (
    "lasso", "lars/path", "lars/race", "groups", "group-path", "logistic", "split", "subgradient",
    "triplets", "polygon", "polytope", "programs/race", "interior-point/race",
)  # fmt: skip


@pytest.mark.parametrize("address", ADDRESSES)
def test_captions_begin_with_a_sentence_without_numbers(address, random_runs):
    for _, scene, words in cases(address, random_runs):
        assert len(words) == len(scene) and all(
            w[0].isupper() or w[0].isdigit() or w[0] in "wx(" for w in words
        )
        for w, caption in zip(words, scene.captions, strict=True):
            assert len(w) <= 110 and "\n" not in w and caption != w, caption
            assert not re.search(r"\d\.\d|e-\d", w.replace("°", "")) or "°" in w, w


def test_lasso_words_follow_the_moved_weight(random_runs):
    kinds = set()
    for run, _, words in cases("lasso", random_runs):
        f = lasso_frames(run)
        for k, said in enumerate(words):
            if k == len(words) - 1:
                ended(run, said)
                continue
            r = f.row_shown[k]
            if r == 0:
                assert said.startswith("The path begins")
                continue
            d, old, new = moved(run, r)
            tiny = abs(new - old) <= 2e-3 * np.ptp(f.w, axis=0).max()
            kind = (
                "stays" if new == old == 0.0 else "stops" if new == 0.0 else "hardly" if tiny
                else "leaves" if old == 0.0 else "crosses" if old * new < 0.0
                else STEP_METHODS[d][int(new > old)]
            )  # fmt: skip
            assert re.search(rf"\b{kind}\b", said), (said, old, new)
            kinds.add(kind)
    assert len(kinds) >= 6


def test_group_words_follow_the_norm(random_runs):
    for run, _, words in cases("groups", random_runs):
        f = groups_frames(run)
        w = run.trace.snapshots["w"]
        ended(run, words[-1])
        for k, said in enumerate(words[:-1]):
            r = f.row_shown[k]
            if r == 0:
                continue
            which = [0, 1] if said.startswith("(w₁, w₂)") else [2]
            old, new = (np.linalg.norm(w[j, which]) for j in (r - 1, r))
            assert ("at 0 as a whole" in said) == (old == new == 0.0), said
            assert ("drops to 0" in said) == (new == 0.0 < old)
            assert ("leaves 0" in said) == (old == 0.0 < new)
            assert "longer" not in said or new > old > 0.0
            assert "shorter" not in said or 0.0 < new < old


def test_line_turns_as_the_weights_do(random_runs):
    turns = 0
    for run, _, words in cases("logistic", random_runs):
        f = logistic_frames(run)
        w = run.trace.snapshots["w"]
        ended(run, words[-1])
        for k, said in enumerate(words[:-1]):
            r = f.row_shown[k]
            if r == 0:
                continue
            old, new = w[r - 1], w[r]
            assert ("no line" in said) == (not new.any())
            angle = np.degrees(np.angle(complex(*new) / complex(*old))) if old.any() else np.nan
            match = re.search(r"turns ([\d.]+)° to the (left|right)", said)
            assert bool(match) == (new.any() and abs(angle) >= 0.1), (said, angle)
            if match:
                turns += 1
                assert float(match[1]) == pytest.approx(abs(angle), abs=0.051)
                assert (match[2] == "left") == (angle > 0.0)
            assert "close in" not in said or np.linalg.norm(new) > np.linalg.norm(old)
            assert "spread" not in said or np.linalg.norm(new) < np.linalg.norm(old)
    assert turns > 10


def test_path_words_name_the_weights_that_grow_and_shrink(random_runs):
    for run, _, words in cases("lars/path", random_runs):
        f = path_frames(run)
        size = np.abs(f.w)
        for k, said in enumerate(words):
            if "Every weight is 0" in said:
                assert not f.w[k].any()
            for way, sign in (("grow", 1.0), ("shrink", -1.0)):
                match = re.search(rf"(?:^|while )([^.]*?) {way}s?\b", said)
                if match:
                    some, more = names(match[1].split(" while ")[-1])
                    change = sign * (size[k] - size[k - 1])
                    assert all(change[f.names.index(one)] > 0.0 for one in some), said
                    assert len(some) + more == np.count_nonzero(change > 0.0), said
            match = re.search(r"ends with (\d+) of", said)
            assert not match or int(match[1]) == np.count_nonzero(f.w[k])


@pytest.mark.parametrize(
    "address, module",
    [("lars/race", lasso_race), ("programs/race", program_race), ("interior-point/race", ip_race)],
)
def test_race_words_name_the_methods_that_lead_and_arrive(address, module, random_runs):
    there = 0
    for run, scene, words in cases(address, random_runs, clock="iterations"):
        f = module.frames(run)
        for k, said in enumerate(words[1:-1], start=1):
            now, before = f.clock.values[k], f.clock.values[k - 1]
            if who := re.search(r"([^.]*) ha(?:s|ve) arrived", scene.captions[k]):
                ended = {f.labels[n].lower() for n, at in f.arrivals.items() if at <= now}
                assert ended == set(names_in(who[1].strip())), scene.captions[k]
                there += len(ended) > 1
            arrived = [f.labels[n] for n, at in f.arrivals.items() if before < at <= now]
            if "stop without a proof" in said:
                continue
            assert bool(re.search(r"arrives?\.$", said)) == bool(arrived), said
            assert all(one.lower() in said.lower() for one in arrived), said
            if "nearest to its proof" in said:
                least = {
                    n: np.nanmin(f.traces[n].gap[: f.rows[n][k] + 1])
                    for n, at in f.arrivals.items()
                    if not at <= now and np.isfinite(f.traces[n].gap[: f.rows[n][k] + 1]).any()
                }
                lead = {f.labels[n].lower() for n in least if least[n] == min(least.values())}
                assert said.split(" is nearest")[0].lower() in lead
        if "first." in words[-1]:
            order = min(f.arrivals.values())
            for n, at in f.arrivals.items():
                assert (at == order) == (f.labels[n].lower() in names_in(words[-1]))
    assert there or address != "interior-point/race"  # the others: rarely at these settings


def names_in(said):
    return [one.lower() for one in re.split(r", | and ", re.split(r" was | were ", said)[0])]


def test_split_words_follow_the_nearest_wall(random_runs):
    for run, _, words in cases("split", random_runs):
        f = split.frames(run)
        halves = np.hstack([f.u, f.v])
        for k, said in enumerate(words):
            match = re.search(r"(nears|turns away from) the wall (\S+)([⁺⁻]) = 0", said)
            if match:
                least = halves[k].min()
                d = f.names.index(match[2])
                assert (f.u if match[3] == "⁺" else f.v)[k, d] == least
                assert (match[1] == "nears") == (least < halves[k - 1].min())
                assert halves[k].min() > 0.0
            if "exactly 0" in said:
                assert all((f.x[k, f.names.index(n)] == 0.0) == (n in said) for n in f.names)


def test_group_path_words_name_the_groups_that_come_and_go(random_runs):
    for run, _, words in cases("group-path", random_runs):
        f = group_path.frames(run)
        for k, said in enumerate(words):
            come, go = (np.flatnonzero(mask[k]) for mask in (f.entered, f.left))
            if "Every group is 0" in said:
                assert not f.x[k].any()
                continue
            assert (" in as a whole" in said) == bool(len(come)), said
            assert (" to 0 as a whole" in said) == bool(len(go)), said
            for g in come if len(come) <= 2 else ():
                assert f.names[g].rstrip(".").lower() in said.lower()
                assert f.x[k][run.problem.groups == g].all()


def test_subgradient_words_count_the_lines_and_say_where_f_falls(random_runs):
    for run, _, words in cases("subgradient", random_runs):
        f = subgradient_frames(run)
        low, high = run.problem.subdifferential(f.w)
        for k, said in enumerate(words[:-1]):
            assert ("a fan of lines" in said) == (high[k] > low[k])
            assert ("level" in said) == (low[k] <= 1e-12 and high[k] >= -1e-12)
            assert ("to the left" in said) == (low[k] > 1e-12)
            assert ("to the right" in said) == (high[k] < -1e-12)


def test_triplet_words_follow_the_margin(random_runs):
    kinds = set()
    for run, _, words in cases("triplets", random_runs, steps="updates"):
        f, Z = triplet_frames(run), triplet_frames(run).case.problem.Z
        for k, said in enumerate(words):
            one = re.search(r"(?:triplet|point) (\d+)", said)
            if one and said.startswith("w moves"):
                margin = float(Z[int(one[1]) - 1] @ f.w[k])
                C, lam = f.case.problem.C, float(f.lam[k][int(one[1]) - 1])
                kind = said.split()[2]
                kinds.add(kind)
                if kind == "until":
                    assert margin == pytest.approx(1.0, abs=1e-6) and 0.0 <= lam <= C
                else:
                    assert lam == {"for": C, "back:": 0.0}[kind], said
                    assert margin <= 1.0 + 1e-9 if kind == "for" else margin >= 1.0 - 1e-9
            match = re.match(r"(\d+|None) of (\d+) margins", said)
            if match:
                missed = int(match[1].replace("None", "0"))
                assert missed == f.missed[k].sum() and int(match[2]) == len(Z)
    assert "until" in kinds


@pytest.mark.parametrize("address", ["polygon", "polytope"])
def test_program_words_say_where_the_point_is(address, random_runs):
    frames = {"polygon": polygon_frames, "polytope": polytope_frames}[address]
    places = set()
    for run, _, words in cases(address, random_runs):
        f = frames(run)
        shape, problem = f.case.shape, run.problem
        if run.result.status in ("infeasible", "unbounded"):
            words = words[:-1]
        elif len(words) > 1:
            ended(run, words.pop())
        for k, said in enumerate(words):
            slack = shape.reach - shape.normals @ f.x[k]
            near = 1e-6 * shape.size
            assert ("outside" in said) == (slack.min() < -near), said
            on = re.search(
                r"(at the corner of|on) (?:edges?|facets?) ([^.]+?)(?:, and F .*)?\.$", said
            )
            assert bool(on) == bool(slack.min() >= -near and (np.abs(slack) <= near).any()), said
            if on:
                touched = {f.case.names[i] for i in np.flatnonzero(np.abs(slack) <= near)}
                assert set(re.split(r", | and ", on[2])) == touched
                assert (on[1] == "on") == (len(touched) < len(f.x[k])) or len(touched) > 1
            if k and "F has" in said:
                F = [problem.c @ x + (0.0 if problem.Q is None else 0.5 * x @ (problem.Q @ x))
                     for x in f.x[k - 1 : k + 1]]  # fmt: skip
                assert ("fallen" in said) == (F[1] < F[0])
            places.add("outside" if "outside" in said else on[1] if on else "inside")
    assert len(places) >= 2
