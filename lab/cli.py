"""The `lab` command: open the workbook, run scenes without a browser, measure."""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
from difflib import get_close_matches
from importlib.metadata import version
from pathlib import Path

from solvers import InputError

_USE, _FAILURE, _INTERRUPTED = 2, 1, 130
_THEMES = ("light", "dark")


def main(argv=None):
    """Run the command line `argv`; the exit status: 0, 2 for bad use, 1 for failure."""
    try:
        return _run(sys.argv[1:] if argv is None else list(argv)) or 0
    except InputError as error:
        return _say(str(error), _USE)
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return _say("Interrupted.", _INTERRUPTED)
    except OSError as error:
        return _say(f"{error.strerror or error}: {error.filename or 'no file'}.", _FAILURE)
    except Exception as error:
        return _say(f"{type(error).__name__}: {error}", _FAILURE)


def _say(sentence, status):
    print(f"lab: {' '.join(str(sentence).split())}", file=sys.stderr)
    return status


def _run(argv):
    """Split off `--data DIR` before the command, then hand over to the command."""
    common = _Parser(prog="lab", add_help=False)
    common.add_argument("--data")
    first = next((k for k, a in enumerate(argv) if _starts_command(argv, k)), len(argv))
    head, rest = common.parse_known_args(argv[:first])
    _use_data(head.data)
    command = COMMANDS.get(argv[first]) if first < len(argv) else None
    if command is None:
        return _open(rest + argv[first:])
    if rest:
        raise InputError(f"Options of {argv[first]} come after it, got {' '.join(rest)} before.")
    return command(argv[first + 1 :])


def _starts_command(argv, k):
    """Whether argv[k] is the first word that is neither an option nor the value of one."""
    takes_value = k > 0 and argv[k - 1] in ("--data", "--port")
    return not argv[k].startswith("-") and not takes_value


def _use_data(path):
    from lab.data import use_directory

    if path is not None:
        use_directory(path)


class _Parser(argparse.ArgumentParser):
    """argparse whose errors are one sentence."""

    def __init__(self, **options):
        super().__init__(allow_abbrev=False, **options)

    def error(self, message):
        raise InputError(f"{message[:1].upper()}{message[1:]}; see {self.prog} --help.")


def _open(argv):
    """Lab [DIR]: copy missing notebooks to DIR and open JupyterLab there."""
    parser = _Parser(
        prog="lab",
        description="Convex Lab: watch convex optimisation happen, every frame certified. "
        "Copies missing notebooks to DIR and opens JupyterLab there.",
        epilog="Other commands: "
        + "; ".join(f"lab {name}: {_first_line(f)}" for name, f in COMMANDS.items()),
    )
    parser.add_argument("dir", nargs="?", default="convex-lab", metavar="DIR", help="%(default)s")
    parser.add_argument("--port", type=int, help="of the server; a free one from 8888 on")
    parser.add_argument("--no-browser", action="store_true", help="print the address only")
    _add_data(parser)
    parser.add_argument("--version", action="version", version=f"convexlab {version('convexlab')}")
    given = parser.parse_args(argv)
    if given.port is not None and not 1 <= given.port <= 65535:
        raise InputError(f"--port must lie between 1 and 65535, got {given.port}.")
    bare = Path(given.dir).name == given.dir  # ./list is a directory, whatever it is called
    near = get_close_matches(given.dir, COMMANDS, n=1) if bare else []
    if near and not Path(given.dir).exists():
        raise InputError(
            f"DIR must not be a misspelt command, got {given.dir!r}: did you mean {near[0]!r}? "
            f"To open a directory of that name say ./{given.dir}."
        )
    _use_data(given.data)
    from lab.app.server import copy_missing, serve

    new = copy_missing(given.dir)
    print(f"{given.dir}: {len(new)} new notebooks; what was there stays as it is.", flush=True)
    return serve(given.dir, port=given.port, browser=not given.no_browser)


def _add_data(parser):
    parser.add_argument("--data", metavar="DIR", help="further data sets; also CONVEXLAB_DATA")


def _first_line(command):
    return command.__doc__.partition(": ")[2].splitlines()[0].rstrip(".")


def _list(argv):
    """Lab list [LESSON]: the scenes, or the knobs of one lesson's."""
    from lab import discovery
    from lab.experiment import find

    parser = _Parser(prog="lab list", description=_first_line(_list))
    parser.add_argument("lesson", nargs="?", metavar="LESSON[/SCENE]")
    _add_data(parser)
    given = parser.parse_args(argv)
    _use_data(given.data)
    if given.lesson is None:
        return _print_scenes(discovery.LESSONS)
    whole = given.lesson in discovery.LESSONS
    scenes = discovery.LESSONS[given.lesson].scenes if whole else [find(given.lesson)[1]]
    for experiment in scenes:
        _print_knobs(experiment)
    return None


def _print_scenes(lessons):
    rows = [(f"{name}/{e.name}", e.question) for name in lessons for e in lessons[name].scenes]
    rows += lessons.broken().items()
    width = max((len(address) for address, _ in rows), default=0)
    for address, question in rows:
        print(f"{address.ljust(width)}  {question}")


def _print_knobs(experiment):
    print(f"{experiment.name}: {experiment.question}")
    rows = [(f"--{k.name}", _range(k), f"default {_text(k.default)}", k.help or k.label)
            for k in experiment.knobs]  # fmt: skip
    widths = [max(len(row[c]) for row in rows) for c in range(3)] if rows else ()
    for row in rows:
        cells = [cell.ljust(w) for cell, w in zip(row, widths, strict=False)]
        print("  " + "  ".join([*cells, row[3]]).rstrip())
    print()


def _range(knob):
    if knob.low is not None:
        return f"{knob.low:g} to {knob.high:g}" + (" (whole)" if knob.kind == "integer" else "")
    if knob.kind == "switch":
        return "on, off"
    return ", ".join(_text(value) for value, _ in knob.pairs()) or "text"


def _text(value):
    """A knob's value as the command line takes it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, (tuple, list)):
        return ",".join(map(str, value)) or "none"
    return f"{value:g}" if isinstance(value, float) else str(value)


def _value(knob, text):
    """The value of `knob` that `text` means; the knob itself checks it."""
    if knob.kind == "switch":
        words = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}
        return words.get(text.lower(), text)
    options = {_text(value): value for value, _ in knob.pairs()}
    if knob.kind == "several":
        names = [] if text in ("", "none") else text.split(",")
        return [options.get(name.strip(), name.strip()) for name in names]
    return options.get(text, text)


def _run_scene(argv):
    """Lab run LESSON[/SCENE] --out FILE: write a scene as a picture, a page or the full traces."""
    from lab.app import export
    from lab.app.dashboard import scene
    from lab.drawing.text import power
    from lab.experiment import find, run

    general = _Parser(prog="lab run", description=_first_line(_run_scene) + ".")
    general.add_argument("lesson", metavar="LESSON[/SCENE]", help="see lab list")
    experiment = find(general.parse_args(argv[:1]).lesson)[1]
    given = vars(_scene_parser(argv[0], experiment).parse_args(argv[1:]))
    own = {name: given.pop(f"_{name}") for name in ("out", "frame", "theme", "fps")}
    if "_data" in given:
        _use_data(given.pop("_data"))
    knobs = {k.name: k for k in experiment.knobs}
    settings = {
        name: _value(knobs[name], text) if name in knobs else text.split(",")
        for name, text in given.items()
        if text is not None
    }
    path = export.checked_path(own.pop("out"))
    done = run(argv[0], **settings)
    bar = _Bar(path.name)
    export.write(done, lambda: scene(done), path, progress=bar, **own)
    bar.end()
    gap = done.result.certificate.relative_gap
    proof = f", proved within {power(max(gap, 0.0))} of its scale" if gap < math.inf else ""
    print(f"{path}: {done.main} {done.result.status}{proof}.")


def _scene_parser(address, experiment):
    """The options of `lab run` for one scene; those that are not knobs are kept as "_name"."""
    parser = _Parser(prog=f"lab run {address}", description=experiment.question)
    parser.add_argument("--out", dest="_out", metavar="FILE", required=True,
                        help="suffix gif, mp4, png, pdf, html, csv or npz")  # fmt: skip
    parser.add_argument(
        "--frame", dest="_frame", type=int, metavar="K", help="of a png or pdf; -1 is the last"
    )
    parser.add_argument("--theme", dest="_theme", choices=_THEMES, default="light")
    parser.add_argument(
        "--fps", dest="_fps", type=float, metavar="N", help="frames per second of a gif or mp4"
    )
    names = [k.name for k in experiment.knobs]
    for knob in experiment.knobs:
        flags = dict.fromkeys([f"--{knob.name}", f"--{knob.name.replace('_', '-')}"])
        said = f"{_range(knob)}; default {_text(knob.default)}".replace("%", "%%")
        parser.add_argument(*flags, dest=knob.name, metavar="VALUE", help=said)
    if "compare" in names:
        parser.add_argument("--solvers", metavar="A,B", help="methods, the main one first")
    if "data" not in names:
        parser.add_argument("--data", dest="_data", metavar="DIR", help="further data sets")
    return parser


class _Bar:
    """A plain progress bar on stderr; silent where that is no terminal."""

    def __init__(self, name, width=30):
        self.name, self.width, self.shown = name, width, False
        self.live = sys.stderr.isatty()

    def __call__(self, done, total):
        """Show that `done` of `total` steps are over."""
        if self.live and total > 0:
            full = self.width * done // total
            bar = "#" * full + "." * (self.width - full)
            print(f"\r{self.name} [{bar}] {done}/{total}", end="", file=sys.stderr, flush=True)
            self.shown = True

    def end(self):
        """Leave the line."""
        if self.shown:
            print(file=sys.stderr)
        self.shown = False


def _warmup(argv):
    """Lab warmup: compile every kernel that the scenes use, once for all sessions."""
    from lab.app.warmup import warm

    _Parser(prog="lab warmup", description=_first_line(_warmup)).parse_args(argv)
    print(f"Compiled; {warm()} scenes are ready.")


def _bench(argv):
    """Lab bench [NAME]: measure speed against other packages."""
    from lab.benchmarks import timing as bench

    registry = bench.benches()
    parser = _Parser(prog="lab bench", description=_first_line(_bench))
    parser.add_argument("name", nargs="?", metavar="NAME", help=", ".join(registry))
    parser.add_argument("--runs", type=int, default=5, help="medians of so many; %(default)s")
    parser.add_argument("--slow", action="store_true", help="also peers that take minutes")
    return _tables(parser, argv, registry, "bench")


def _reproduce(argv):
    """Lab tables [NAME]: compute the tables that a source prints, and compare."""
    from lab.benchmarks import tables

    registry = tables.printed_tables()
    parser = _Parser(prog="lab tables", description=_first_line(_reproduce))
    parser.add_argument("name", nargs="?", metavar="NAME", help=", ".join(registry))
    parser.add_argument("--slow", action="store_true", help="also sets that take many minutes")
    return _tables(parser, argv, registry, "tables")


def _tables(parser, argv, registry, what):
    """Print the tables of the named module, or the names there are; `--json` keeps them too."""
    from lab.benchmarks.tables import load

    parser.add_argument("--json", metavar="FILE", help="also write the numbers there")
    _add_data(parser)
    given = parser.parse_args(argv)
    _use_data(given.data)
    if given.name is None:
        print("\n".join(registry))
        return
    if getattr(given, "runs", 1) < 1:
        raise InputError(f"--runs must be at least 1, got {given.runs}.")
    done, given.progress = [], _Bar(given.name)
    for table in load(registry, given.name, what).tables(given):
        given.progress.end()
        print(f"{table}\n", flush=True)
        done.append(table.record())
    if given.json:
        from lab.benchmarks.timing import machine

        with open(given.json, "w", encoding="utf-8") as file:
            json.dump({"machine": machine(), "tables": done}, file, indent=1)


#: The commands by name; anything else is a directory to open.
COMMANDS = {
    "list": _list,
    "run": _run_scene,
    "warmup": _warmup,
    "bench": _bench,
    "tables": _reproduce,
}
