"""What a frame shows of an array."""

import numpy as np
import pytest

from widgets.fields import (
    Blend,
    Static,
    as_field,
    at,
    blend,
    frames,
    held,
    moved,
    prefix,
    ragged,
    row,
    span,
    static,
)

TURN = np.array([[[1.0, 0.0], [0.0, 1.0]], [[0.0, -1.0], [1.0, 0.0]]])
SHIFT = np.array([[0.0, 0.0], [4.0, 8.0]])


@pytest.mark.parametrize(
    "field, numbers",
    [
        ([1.0, 2.0], [1.0, 2.0]),
        (row([[1.0], [2.0]]), [[1.0], [2.0]]),
        (prefix([1.0, 2.0], [0, 1]), [1.0, 2.0]),
        (moved([[3.0, 4.0]], TURN, SHIFT), [[3.0, 4.0]]),
    ],
)
def test_what_a_field_holds_for_all_frames_together(field, numbers):
    np.testing.assert_array_equal(held(field), numbers)


def test_static_is_the_same_in_every_frame():
    field = static([1.0, 2.0])
    assert frames(field) is None
    np.testing.assert_array_equal(at(field, 0), at(field, 7))


def test_prefix_shows_every_row_so_far_and_cuts_no_corner():
    field = prefix(np.arange(10.0), [0, 4, 9])
    assert frames(field) == 3
    assert [at(field, k).tolist() for k in (0, 1)] == [[0.0], [0.0, 1.0, 2.0, 3.0, 4.0]]
    assert len(at(field, 2)) == 10


def test_row_steps_and_blend_mixes():
    values = np.array([[0.0, 10.0], [1.0, 20.0]])
    assert at(row(values), 0.75).tolist() == [0.0, 10.0]
    assert at(blend(values), 0.75).tolist() == [0.75, 17.5]
    assert at(blend(values), 1).tolist() == [1.0, 20.0]


def test_ragged_shows_its_piece_and_may_be_empty():
    field = ragged([1.0, 2.0, np.nan, 3.0], [0, 3, 3, 4])
    assert frames(field) == 3
    assert at(field, 0)[:2].tolist() == [1.0, 2.0]
    assert at(field, 1).size == 0
    assert at(field, 2).tolist() == [3.0]


def test_moved_maps_its_shape():
    field = moved([[1.0, 0.0], [0.0, 2.0]], TURN, SHIFT)
    np.testing.assert_allclose(at(field, 1), [[4.0, 9.0], [2.0, 8.0]])
    np.testing.assert_allclose(at(field, 1, axis=1), [9.0, 8.0])
    np.testing.assert_allclose(at(field, 0.5), [[2.5, 4.5], [1.0, 5.0]])


@pytest.mark.parametrize(
    "field, expected",
    [
        (static([1.0, np.nan, np.inf, -3.0]), (-3.0, 1.0)),
        (prefix([1.0, 2.0, 99.0], [0, 1]), (1.0, 2.0)),
        (row([[5.0], [7.0]]), (5.0, 7.0)),
        (ragged([2.0, 8.0], [0, 1, 2]), (2.0, 8.0)),
        (static([np.nan]), None),
    ],
)
def test_span_covers_what_any_frame_shows(field, expected):
    assert span(field) == expected


def test_span_of_moved_knows_its_axis():
    field = moved([[1.0, 0.0], [0.0, 2.0]], TURN, SHIFT)
    assert span(field, 0) == (0.0, 4.0)
    assert span(field, 1) == (0.0, 9.0)
    assert span(field) == (0.0, 9.0)


def test_fields_keep_their_own_copy():
    mine = np.array([1.0, 2.0])
    field = static(mine)
    mine[0] = 99.0
    assert field.values[0] == 1.0
    with pytest.raises(ValueError, match="read-only"):
        field.values[0] = 5.0


def test_as_field_leaves_fields_alone():
    field = blend([[1.0]])
    assert as_field(field) is field and isinstance(field, Blend)
    assert isinstance(as_field(3.0), Static)


@pytest.mark.parametrize(
    "make, words",
    [
        (lambda: prefix([1.0, 2.0], [0, 2]), r"upto must point into 2 rows, got 0\.\.2"),
        (lambda: prefix([1.0, 2.0], [1, 0]), "upto must not fall"),
        (lambda: prefix([[1.0]], [0]), r"prefix takes \(R,\) values"),
        (lambda: ragged([1.0, 2.0], [0, 1]), "offsets must run from 0 to 2"),
        (lambda: ragged([1.0, 2.0], [0, 2, 1, 2]), "offsets must not fall"),
        (lambda: ragged([], []), r"ragged takes \(M,\) values"),
        (lambda: row(3.0), "row takes one entry per frame; use static for 3"),
        (lambda: blend(3.0), "blend takes one entry per frame"),
        (lambda: moved([[1.0, 2.0]], TURN, SHIFT[:1]), r"moved takes A \(T, 2, 2\)"),
        (lambda: moved([1.0, 2.0], TURN, SHIFT), r"moved takes a shape \(n, 2\)"),
    ],
)
def test_wrong_shapes_are_refused_in_one_sentence(make, words):
    with pytest.raises(ValueError, match=words):
        make()
