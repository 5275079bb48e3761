"""Simple mutants of the right steps, from their syntax: what a slip of the pen makes of them."""

import ast
import copy
import inspect
import textwrap
from functools import cache

import numpy as np
from right_steps import RIGHT, SOURCES

COMPARISONS = {
    ast.Lt: (ast.LtE, ast.Gt), ast.LtE: (ast.Lt, ast.GtE), ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.LtE), ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,),
}  # fmt: skip
OPERATORS = {
    ast.Add: (ast.Sub,), ast.Sub: (ast.Add,), ast.Mult: (ast.Div,), ast.Div: (ast.Mult,),
    ast.Pow: (ast.Mult,),
}  # fmt: skip
#: Functions that choose between their arguments: each of these may be what decides.
CHOICES = {"max": (0, 1), "min": (0, 1), "maximum": (0, 1), "minimum": (0, 1), "where": (1, 2)}


def source_of(name):
    """The text of the right step."""
    return SOURCES.get(name) or textwrap.dedent(inspect.getsource(RIGHT[name]))


@cache
def mutants(name):
    """ "line:columns what changes" -> (the mutant, whether it forces a branch)."""
    tree, found = ast.parse(source_of(name)), {}
    start = next(n.lineno for n in ast.walk(tree) if isinstance(n, ast.FunctionDef))
    for place, node in enumerate(ast.walk(tree)):
        for words, change, forced in _changes(node):
            other = copy.deepcopy(tree)
            there = next(n for k, n in enumerate(ast.walk(other)) if k == place)
            after = change(there)
            if after is not there:
                _Swap(there, after).visit(other)
            at = f"{node.lineno - start}:{node.col_offset}-{node.end_col_offset} {words}"
            found[at] = _compiled(other, RIGHT[name]), forced
    return found


class _Swap(ast.NodeTransformer):
    def __init__(self, old, new):
        self.old, self.new = old, new

    def visit(self, node):
        return self.new if node is self.old else self.generic_visit(node)


def _compiled(tree, right):
    space = dict(right.__globals__)
    exec(compile(ast.fix_missing_locations(tree), "<mutant>", "exec"), space)
    return space[right.__name__]


def _changes(node):
    """(in words, change(a copy of the node) -> its replacement, whether a branch is forced)."""
    if isinstance(node, ast.Compare):
        for kind in COMPARISONS.get(type(node.ops[0]), ()):
            yield _replaced(node.ops[0], kind), _put("ops", [kind()]), False
    elif isinstance(node, ast.BinOp):
        for kind in OPERATORS.get(type(node.op), ()):
            yield _replaced(node.op, kind), _put("op", kind()), False
        if isinstance(node.op, ast.Sub | ast.Div | ast.Pow):
            yield f"{type(node.op).__name__} turned", _turned, False
    elif isinstance(node, ast.Constant) and type(node.value) in (int, float):
        for value in sorted({node.value + 1, 0.0, 2.0 * node.value} - {node.value}):
            value = type(node.value)(value)
            yield f"{value} for {node.value}", _put("value", value), False
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.Invert):
        yield "no sign", (lambda n: n.operand), False
    elif isinstance(node, ast.If | ast.IfExp):
        for value in (True, False):
            yield f"if {value}", _put("test", ast.Constant(value)), True
    elif isinstance(node, ast.While):
        yield "no loop", _put("test", ast.Constant(False)), True
    elif isinstance(node, ast.Call):
        yield from _called(node)


def _called(node):
    name = getattr(node.func, "id", getattr(node.func, "attr", ""))
    for k in CHOICES.get(name, ()) if len(node.args) > 1 else ():
        yield f"{name} without choice {k}", (lambda n, k=k: n.args[k]), True
    if name == "argmin":
        yield "argmax", _named("argmax"), False
        yield "last of ties", _last, False
    if name == "abs":
        yield "no abs", (lambda n: n.args[0]), False


def _replaced(old, new):
    return f"{new.__name__} for {type(old).__name__}"


def _put(field, value):
    def change(node):
        setattr(node, field, value)
        return node

    return change


def _turned(node):
    node.left, node.right = node.right, node.left
    return node


def _named(name):
    return lambda node: _put("func", ast.Attribute(node.func.value, name, ast.Load()))(node)


def _last(node):
    """The last of several that are least."""
    text = ast.unparse(node.args[0])
    return ast.parse(f"len({text}) - 1 - np.argmin({text}[::-1])", mode="eval").body


def same(a, b):
    """Whether two answers are the same up to rounding; 0 is only the same as 0."""
    a, b = (np.asarray(v, dtype=np.float64) for v in (a, b))
    return a.shape == b.shape and np.allclose(a, b, rtol=1e-5, atol=0.0, equal_nan=True)
