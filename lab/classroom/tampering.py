"""What a submitted notebook does apart from its answers, read from its text; nothing of it is
run."""

from __future__ import annotations

import ast
import re
import symtable
import warnings
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


#: A line of IPython's own, which is no Python: a command, what a command gives, a question.
_OWN = re.compile(r"\s*([%!?]|[\w.,*()\[\] ]+=\s*[%!]|[%\w.*]+\?\??\s*$)")


def parsed(source: str) -> tuple[ast.Module | None, list[str]]:
    """The Python of a cell without IPython's own lines; None where it does not read. And these."""
    tree = _tree(source)
    if tree is not None:
        return tree, []
    lines = source.splitlines()
    own = [k for k, line in enumerate(lines) if _OWN.match(line)]
    said = [lines[k].strip() for k in own]
    for k in own:
        lines[k] = f"{lines[k][: len(lines[k]) - len(lines[k].lstrip())]}pass"
    return _tree("\n".join(lines)), said


def _tree(source):
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # such as of "\\l" in a student's text
            return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def found(cells: Iterable[str], others: Iterable[str] = ()) -> list[str]:
    """One sentence for each thing that bends how answers are judged, in cells of a student's;
    others: cells whose imports they use."""
    sentences: dict[str, None] = {}
    aliases = _aliases(others)
    for source in cells:
        tree, magics = parsed(source)
        for line in magics:
            command = re.sub(r"^[^%!?]*=\s*", "", line)
            if command.startswith(("%%", "%run", "%load", "!", "%rehash", "%autocall", "%config")):
                sentences[f"runs a line of IPython's own: {line[:60]!r}."] = None
        checks: set[ast.AST] = set()
        for node in ast.walk(tree) if tree else ():
            _name(node, aliases)
            checks.update(_reports(node, aliases))
            for sentence in _of(node, aliases) if node not in checks else ():
                sentences[sentence] = None
    return list(sentences)


def _reports(node, aliases):
    """The names that a statement gives to what `lab.check_step` says, as the graded cells do."""
    call = node.value if isinstance(node, ast.Assign) else None
    checks = isinstance(call, ast.Call) and _path(call.func, aliases) == "lab.check_step"
    return [t for t in node.targets if getattr(t, "id", "") == "report"] if checks else []


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


def definitions(cells: Iterable[str], wanted: Iterable[str]) -> str:
    """What of these cells gives the `wanted` names their meaning, and what else these are made
    from: imports, functions, classes, values; the Python of one module. What marks, shows pictures
    or belongs to other names is left out: it need not work here."""
    trees = [tree for tree in (parsed(source)[0] for source in cells) if tree]
    lines = [node for tree in trees for node in tree.body if not _marks(node)]
    gives = [_given_by(node) for node in lines]
    names, needed, more = set(wanted), set(), {-1}
    while more:
        more = {k for k, given in enumerate(gives) if k not in needed and given & names}
        needed |= more
        names = names.union(*(read_by(lines[k]) for k in more))
    retained = [n for k, n in enumerate(lines) if k in needed or _is_from(n, "*", "__future__")]
    retained.sort(key=lambda node: not _is_from(node, "__future__"))
    return ast.unparse(ast.Module(retained, []))


def _marks(node):
    """Whether a statement is a function that is run at once, `@lab.graded`."""
    decorators = getattr(node, "decorator_list", ())
    return any(_path(one, {}).split(".")[-1] == "graded" for one in decorators)


def _is_from(node, *what):
    """Whether a statement imports from the module `what`, or all names of any for "*"."""
    if not isinstance(node, ast.ImportFrom):
        return False
    return node.module in what or ("*" in what and node.names[0].name == "*")


def _given_by(node):
    """The names that a statement, or one within it, gives a meaning or changes."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return {node.name}
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return {one.asname or one.name.split(".")[0] for one in node.names}
    within = [n for n in ast.iter_child_nodes(node) if isinstance(n, (ast.stmt, ast.excepthandler))]
    own = {n.id for n in _roots(node) if isinstance(n, ast.Name)}
    return own.union(*map(_given_by, within))


def _roots(node):
    """What the targets of a statement are parts of: of a[0].b = 1 it is a."""
    targets = [node.target] if isinstance(node, ast.For) else []
    if isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Delete)):
        targets = _targets(node)
    if isinstance(node, ast.With):
        targets = [item.optional_vars for item in node.items if item.optional_vars]
    for target in targets:
        parts = ast.walk(target) if isinstance(target, (ast.Tuple, ast.List)) else [target]
        for part in parts:
            while isinstance(part, (ast.Attribute, ast.Subscript, ast.Starred)):
                part = part.value
            yield part


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


def read_by(node: ast.stmt) -> set[str]:
    """The names outside of a statement that it reads; not those of a function's own variables."""
    try:
        return set(_outer(symtable.symtable(ast.unparse(node), "cell", "exec")))
    except SyntaxError:  # such as a return outside of a function
        return {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}


def _outer(table):
    for one in table.get_symbols():
        if one.is_referenced() and (table.get_type() == "module" or one.is_global()):
            yield one.get_name()
    for within in table.get_children():
        yield from _outer(within)
