"""What a submitted notebook does apart from its answers, read from its text; nothing of it is
run."""

from __future__ import annotations

import ast
from collections.abc import Iterable

#: Modules whose names, if they are set anew, change how answers are judged.
JUDGES = ("lab", "solvers", "widgets", "numpy", "builtins", "sys", "IPython")
#: What a reader of a stack, or of other people's names, uses.
_INTROSPECTION = {
    "_getframe", "currentframe", "stack", "f_back", "f_globals", "f_locals", "f_builtins",
    "__globals__", "__closure__", "get_objects", "get_referrers", "gi_frame", "tb_frame",
}  # fmt: skip
#: What changes how a cell is read or what becomes of its errors.
_READS = {
    "input_transformers_cleanup", "input_transformers_post", "ast_transformers", "events",
    "set_custom_exc", "run_cell", "user_ns", "register_magic_function", "showtraceback",
}  # fmt: skip
_EQUALS = {
    "__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__bool__", "__sub__", "__rsub__",
    "__abs__", "__array_ufunc__", "__array__", "__hash__", "__instancecheck__",
}  # fmt: skip
_SETS = {"setattr", "delattr", "patch", "object", "__setattr__", "update", "setdefault", "setitem"}
_RUNS = {"exec", "eval", "compile", "__import__", "import_module", "reload", "globals", "vars"}
#: What brings in a module by a name that may be put together: of any object.
_BRINGS = {"__import__", "import_module", "reload", "resolve_name", "run_module", "run_path"}


def parsed(source: str) -> tuple[ast.Module | None, list[str]]:
    """The Python of a cell without IPython's own lines; None where it does not read. And these."""
    lines, own = source.splitlines(), []
    for k, line in enumerate(lines):
        if line.lstrip()[:1] in ("%", "!", "?") or line.rstrip().endswith("?"):
            own.append(line.strip())
            lines[k] = ""
    try:
        return ast.parse("\n".join(lines)), own
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None, own


def found(cells: Iterable[str], others: Iterable[str] = ()) -> list[str]:
    """One sentence for each thing that bends how answers are judged, in cells of a student's;
    others: cells whose imports they use."""
    sentences: dict[str, None] = {}
    aliases = _aliases(others)
    for source in cells:
        tree, magics = parsed(source)
        for line in magics:
            if line.startswith(("%%", "%run", "%load", "!", "%rehash", "%autocall", "%config")):
                sentences[f"runs a line of IPython's own: {line[:60]!r}."] = None
        for node in ast.walk(tree) if tree else ():
            _name(node, aliases)
            for sentence in _of(node, aliases):
                sentences[sentence] = None
    return list(sentences)


def _aliases(cells):
    """Name -> what the imports of these cells make of it."""
    aliases: dict[str, str] = {}
    for source in cells:
        tree, _ = parsed(source)
        for node in ast.walk(tree) if tree else ():
            _name(node, aliases)
    return aliases


def _name(node, aliases):
    if isinstance(node, ast.Import):
        for one in node.names:
            aliases[one.asname or one.name.split(".")[0]] = one.name
    elif isinstance(node, ast.ImportFrom) and node.module:
        for one in node.names:
            aliases[one.asname or one.name] = f"{node.module}.{one.name}"


def _path(node, aliases):
    """The dotted name of an attribute, its root by its real name; "" where it has none."""
    names: list[str] = []
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        names.insert(0, node.attr if isinstance(node, ast.Attribute) else "[…]")
        node = node.value
    if not isinstance(node, ast.Name):
        return ""
    return ".".join([aliases.get(node.id, node.id), *names])


def _of(node, aliases):
    if isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Delete)):
        for target in _targets(node):
            yield from _set(target, aliases)
    elif isinstance(node, ast.Call):
        yield from _call(node, aliases)
    elif isinstance(node, ast.ClassDef):
        own = [f.name for f in node.body if isinstance(f, ast.FunctionDef) and f.name in _EQUALS]
        if own:
            yield f"makes a class {node.name} with {', '.join(own)} of its own."
    elif isinstance(node, (ast.FunctionDef, ast.Name)):
        name = node.name if isinstance(node, ast.FunctionDef) else node.id
        stored = isinstance(node, ast.FunctionDef) or isinstance(node.ctx, ast.Store)
        if stored and name in ("lab", "check_step", "check_hunt", "certify", "print", "report"):
            yield f"gives the name {name} another meaning."
        if name == "get_ipython" and not stored:
            yield "takes hold of IPython."
    if isinstance(node, ast.Attribute) and node.attr in _INTROSPECTION:
        yield f"looks at who calls it: {node.attr}."
    if isinstance(node, ast.Attribute) and node.attr in _READS:
        yield f"changes how cells are read: {node.attr}."
    if isinstance(node, ast.Attribute) and _path(node, aliases) == "sys.modules":
        yield "takes hold of modules: sys.modules."


def _set(target, aliases):
    if isinstance(target, (ast.Tuple, ast.List)):
        for one in target.elts:
            yield from _set(one, aliases)
    elif isinstance(target, (ast.Attribute, ast.Subscript)):
        path = _path(target, aliases)
        if path.split(".")[0] in JUDGES or path.endswith(
            (".certify", ".check_step", ".check_hunt")
        ):
            yield f"sets {path} anew."


def _call(node, aliases):
    name = _path(node.func, aliases) if not isinstance(node.func, ast.Name) else node.func.id
    last = name.split(".")[-1]
    if last in _SETS and node.args:
        whom = _path(node.args[0], aliases)
        if whom.split(".")[0] in JUDGES:
            yield f"sets a part of {whom} anew, by {last}."
    if last in _BRINGS or (last in _RUNS and isinstance(node.func, ast.Name)):
        yield f"calls {last}."
    if last in _INTROSPECTION and isinstance(node.func, ast.Name):
        yield f"looks at who calls it: {last}."


def calls(source: str, others: Iterable[str]) -> list[str]:
    """What of `solvers` and `lab` an answer uses: dotted names, with the imports of other cells."""
    aliases = _aliases((*others, source))
    tree, _ = parsed(source)
    used = {
        _path(node, aliases)
        for node in (ast.walk(tree) if tree else ())
        if isinstance(node, (ast.Attribute, ast.Name))
    }
    ours = {path for path in used if path.split(".")[0] in ("lab", "solvers") and "." in path}
    return sorted(p for p in ours if not any(q.startswith(f"{p}.") for q in ours))


def definitions(cells: Iterable[str], wanted: Iterable[str] = ()) -> str:
    """What of these cells gives names a meaning: imports, functions, classes, plain constants, and
    what else `wanted` names are made from; the Python of one module. What shows pictures, checks or
    runs is left out."""
    trees = [tree for tree in (parsed(source)[0] for source in cells) if tree]
    lines = [node for tree in trees for node in tree.body]
    names, needed, more = set(wanted), set(), {-1}
    while more:
        more = {k for k, node in enumerate(lines) if k not in needed and _bound(node) & names}
        needed |= more
        names = names.union(*(_read(lines[k]) for k in more))
    retained = [node for k, node in enumerate(lines) if k in needed or _gives_meaning(node)]
    return ast.unparse(ast.Module(retained, []))


def _gives_meaning(node):
    if isinstance(node, ast.Assign):
        return _is_constant(node.value)
    kinds = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef)
    return isinstance(node, kinds)


def bound(source: str) -> set[str]:
    """The names that a cell gives a meaning by functions, classes and assignments."""
    tree = parsed(source)[0]
    return set().union(*map(_bound, tree.body)) if tree else set()


def _targets(node):
    """What a statement assigns to, or deletes."""
    return node.targets if isinstance(node, (ast.Assign, ast.Delete)) else [node.target]


def _bound(node):
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return {node.name}
    if isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
        stored = (n for target in _targets(node) for n in ast.walk(target))
        return {n.id for n in stored if isinstance(n, ast.Name)}
    return set()


def _read(node):
    """The names that a statement reads, wherever in it."""
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}


def _is_constant(node):
    try:
        ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return False
    return True
