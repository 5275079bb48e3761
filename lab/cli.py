"""The `lab` command: open the workbook, run scenes without a browser, measure."""

from __future__ import annotations

import json
import os
import select
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import click
from rich.console import Console
from rich.table import Table

from lab.progress import progress
from lab.spelling import guess
from solvers import InputError
from widgets.words import count

_USE, _FAILURE, _INTERRUPTED = 2, 1, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line `argv`; the exit status: 0, 2 for bad use, 1 for failure."""
    line = sys.argv[1:] if argv is None else list(argv)
    try:
        return lab.main(line, prog_name="lab", standalone_mode=False) or 0
    except click.UsageError as error:
        message = error.format_message().rstrip(".")
        return _say(f"{message}; see {_command(error)} --help.", _USE)
    except InputError as error:
        return _say(str(error), _USE)
    except _Broken as error:
        if _is_read():
            return _say(f"{type(error.__cause__).__name__}: {error.__cause__}", _FAILURE)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # `head`, say, has enough
        return 0
    except (KeyboardInterrupt, click.Abort):
        return _say("Interrupted.", _INTERRUPTED)
    except OSError as error:
        return _say(f"{error.strerror or error}: {error.filename or 'no file'}.", _FAILURE)
    except Exception as error:
        return _say(f"{type(error).__name__}: {error}", _FAILURE)


def _is_read():
    """Whether the output of this process is still read; other pipes may break as well."""
    try:
        sys.stdout.flush()
        pipe = select.poll()  # Windows has none
        pipe.register(sys.stdout.fileno(), 0)
        return not pipe.poll(0)
    except BrokenPipeError:
        return False
    except (AttributeError, OSError):  # only a pipe can be closed by its reader
        return True


def _say(sentence, status):
    print(f"lab: {' '.join(str(sentence).split())}", file=sys.stderr)
    return status


def _command(error):
    return error.ctx.command_path if error.ctx is not None else "lab"


class _Broken(Exception):
    """A pipe broke; click would take it for that of the output, and end without a message."""


class _Workbook(click.Group):
    """`lab NAME` is a command where NAME is one; anything else is for `lab open`."""

    def invoke(self, ctx):
        try:
            done = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError as error:
            raise _Broken from error
        return done

    def make_context(self, *given, **more):
        try:
            return super().make_context(*given, **more)  # prints what --version and --help ask for
        except BrokenPipeError as error:
            raise _Broken from error

    def resolve_command(self, ctx, args):
        if args[0] in self.commands:
            return super().resolve_command(ctx, args)
        late = next((k for k, a in enumerate(args) if a in self.commands), None)
        if late is not None and args[0].startswith("-") and args[late - 1] != "--port":
            raise InputError(
                f"Options of {args[late]} come after it, got {' '.join(args[:late])} before."
            )
        return "open", self.commands["open"], args


def _checked_folder(ctx, param, folder):
    if not folder.strip():  # as of a variable of a shell that is not set
        raise InputError(f"DIR must name a directory, got {folder!r}; . is the one you are in.")
    return folder


def _use_data(ctx, parameter, path):
    """Look for further data sets in `path`; a callback, so that it applies to all that follows."""
    from lab.data import use_directory

    if path is not None:
        use_directory(path)


_data_option = click.option(
    "--data", metavar="DIR", expose_value=False, callback=_use_data, is_eager=True,
    help="Further data sets; also CONVEXLAB_DATA.",
)  # fmt: skip


@click.group(
    cls=_Workbook,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "ignore_unknown_options": True},
)
@_data_option
@click.version_option(
    package_name="convexlab", prog_name="convexlab", message="%(prog)s %(version)s"
)
@click.pass_context
def lab(ctx: click.Context) -> int | None:
    """Watch convex optimisation happen, every frame certified.

    `lab [DIR]` copies missing notebooks to DIR and opens JupyterLab there; so does `lab open`.
    """
    return ctx.invoke(_open) if ctx.invoked_subcommand is None else None


@lab.command("open")
@click.argument("folder", metavar="[DIR]", default="convex-lab", callback=_checked_folder)
@click.option("--port", type=int, help="Of the server; a free one from 8888 on.")
@click.option("--no-browser", is_flag=True, help="Print the address only.")
@click.option("--votes", is_flag=True, help="Let dashboards open rooms in which a class votes.")
@_data_option
def _open(folder, port, no_browser, votes):
    """Copy missing notebooks to DIR (default convex-lab) and open JupyterLab there."""
    if port is not None and not 1 <= port <= 65535:
        raise InputError(f"--port must lie between 1 and 65535, got {port}.")
    bare = Path(folder).name == folder  # ./list is a directory, even with the name of a command
    meant = guess(folder, lab.commands) if bare else ""
    if meant and not Path(folder).exists():
        raise InputError(
            f"DIR must not be a misspelt command, got {folder!r}: {meant}"
            f"To open a directory of that name say ./{folder}."
        )
    from lab.app.server import serve
    from lab.books.copies import copy_missing, retargeted

    copy_missing(folder, retargeted)
    return serve(folder, port=port, browser=not no_browser, votes=votes)


@lab.command("student")
@click.argument("folder", metavar="DIR", callback=_checked_folder)
@click.argument("names", metavar="[NOTEBOOK]...", nargs=-1)
def _student(folder, names):
    """Write the notebooks to DIR as students get them: no solutions, no hidden tests."""
    from lab.books.copies import copy_missing

    _written(folder, copy_missing(folder, names=names))


@lab.command("solutions")
@click.argument("folder", metavar="DIR", callback=_checked_folder)
@click.argument("names", metavar="[NOTEBOOK]...", nargs=-1)
@click.option("--source", metavar="COPY", help="A copy of the repository, where this is not one.")
@click.option("--otter", is_flag=True, help="Also the tests that otter-grader marks with.")
def _solutions(folder, names, source, otter):
    """Write the notebooks to DIR with solutions and hidden tests: the source of nbgrader."""
    from lab.classroom import write_solutions

    _written(folder, write_solutions(folder, names, source, otter))


def _written(folder, new):
    print(f"{folder}: {', '.join(new) or 'nothing new'}; what was there stays as it is.")


@lab.command("report")
@click.argument("folder", metavar="SUBMITTED")
@click.option("--out", metavar="FILE", default="report.html", show_default=True,
              help="The page, in .html; the table in .csv is next to it.")  # fmt: skip
@click.option("--source", metavar="COPY", help="A copy of the repository, for the hidden tests.")
def _report(folder, out, source):
    """Mark what was handed in, one report a student: points, failures, what was tampered with."""
    from lab.classroom import mark

    with progress("report") as tell:
        page, table, done = mark(folder, out, source, tell)
    books = [one for one in done if one.marks]
    altered, other = sum(bool(one.altered or one.changed) for one in books), len(done) - len(books)
    others = "1 more file or folder was" if other == 1 else f"{other} more files and folders were"
    more = f"; {others} not marked, and named" if other else ""
    print(f"{page}, {table}: {count(len(books), 'notebook')}, {altered} to look at{more}.")


@lab.command("list")
@click.argument("lesson", metavar="[LESSON[/SCENE]]", required=False)
@click.option("--exercises", is_flag=True, help="The exercises: level, minutes, lesson.")
@click.option("--hunts", is_flag=True, help="The hunts.")
@_data_option
def _list(lesson, exercises, hunts):
    """Show the scenes, or the knobs of one lesson's; what cannot be loaded says why."""
    from lab.app import listing
    from lab.books import copies
    from lab.checking import catalogue
    from lab.discovery import LESSONS, find
    from solvers import broken_solvers

    if exercises or hunts:
        for shown in [listing.exercises] * exercises + [listing.hunts] * hunts:
            _columns(list(shown().rows()))
        return None
    if lesson is None:
        rows = []
        for name in LESSONS:
            for scene in LESSONS[name].scenes:
                rows.append((f"{name}/{scene.name}", scene.question))
                rows += [("", f"{head}: {words}") for head, words in listing.hints(scene)]
        broken = [LESSONS.broken(), catalogue.broken(), copies.broken(), broken_solvers()]
        return _columns([*rows, *(pair for one in broken for pair in one.items())])
    scenes = LESSONS[lesson].scenes if lesson in LESSONS else [find(lesson)[1]]
    for experiment in scenes:
        print(f"{experiment.name}: {experiment.question}")
        _columns([("", f"{head}:", words) for head, words in listing.hints(experiment)])
        _columns(
            [("", f"--{k.name}", _range(k), f"default {_text(k.default)}", k.help or k.label)
             for k in experiment.knobs]
        )  # fmt: skip
        print()
    return None


def _columns(rows):
    """Print rows of words in columns, aligned."""
    if not rows:
        return
    table = Table.grid(padding=(0, 2, 0, 0))
    for row in rows:
        table.add_row(*row)
    console = _console()
    if not console.is_terminal:  # a file or a pipe has no width at which lines must break
        console.width = sum(max(len(row[k]) + 2 for row in rows) for k in range(len(rows[0])))
    with console.capture() as text:
        console.print(table)
    print("\n".join(line.rstrip() for line in text.get().splitlines()))


def _console():
    return Console(highlight=False, markup=False, emoji=False)


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
        names = [] if text in ("", "none") else text.replace("+", ",").split(",")
        return [options.get(name.strip(), name.strip()) for name in names]
    return options.get(text, text)


class _SceneCommand(click.Command):
    """A command on one scene: the scene's knobs are options of it."""

    def parse_args(self, ctx, args):
        from lab.discovery import find

        address = next((a for a in args[:1] if not a.startswith("-")), None)
        ctx.meta["knobs"] = find(address)[1].knobs if address is not None else ()
        return super().parse_args(ctx, args)

    def get_params(self, ctx):
        knobs = ctx.meta.get("knobs", ())
        own = super().get_params(ctx)
        taken = {name for p in own for name in p.opts}
        added = [_option(k) for k in knobs if f"--{k.name}" not in taken]
        if any(k.name == "compare" for k in knobs):
            added.append(
                click.Option(["--solvers"], metavar="A,B", help="Methods, the main one first.")
            )
        if not any(k.name == "data" for k in knobs):
            added.append(click.Option(["--data"], metavar="DIR", expose_value=False,
                                      callback=_use_data, help="Further data sets."))  # fmt: skip
        return [*own[:-1], *added, own[-1]]


def _option(knob):
    flags = dict.fromkeys([f"--{knob.name}", f"--{knob.name.replace('_', '-')}"])
    text = f"{_range(knob)}; default {_text(knob.default)}."
    return click.Option([*flags, knob.name], metavar="VALUE", help=text)


@lab.command("run", cls=_SceneCommand)
@click.argument("address", metavar="LESSON[/SCENE]")
@click.option("--out", "out", metavar="FILE", required=True,
              help="Suffix gif, mp4, png, pdf, html, plotly.json, csv or npz.")  # fmt: skip
@click.option("--frame", type=int, metavar="K", help="Of a png, pdf or html; -1 is the last.")
@click.option("--panels", metavar="A,B", help="Only these panels of the scene.")
@click.option("--predict", is_flag=True, help="A page (html) asks from the start.")
@click.option("--projector", is_flag=True, help="A page (html) fills the window, in large type.")
@click.option("--theme", type=click.Choice(["light", "dark"]), default="light")
@click.option("--fps", type=float, metavar="N", help="Frames per second of a gif or mp4.")
@click.option(
    "--vary",
    multiple=True,
    metavar="KNOB[=VALUES]",
    help="In an html page this knob lives: LOW:HIGH:COUNT, A,B,C or all. Repeatable.",
)
@click.option("--limit", metavar="SIZE", help="Of a page with --vary; 12MB by default.")
@click.option("--jobs", type=int, metavar="N", help="Processes for --vary; one for each core.")
def _run(address, out, vary, limit, jobs, panels, predict, projector, **given):
    """Write a scene as a picture, a page or the full traces; `lab list` names the scenes."""
    from lab.discovery import find

    how = {name: given.pop(name) for name in ("frame", "theme", "fps")}
    knobs = {k.name: k for k in find(address)[1].knobs}
    settings = {
        name: _value(knobs[name], text) if name in knobs else text.split(",")
        for name, text in given.items()
        if text is not None
    }
    options = {"panels": panels.split(",") if panels is not None else None}
    options |= {"predict": predict, "projector": projector}
    if not vary:
        _require_none({"limit": limit, "jobs": jobs}, "with --vary")
        return _write(address, out, settings, options, how)
    chosen = [name for name, value in options.items() if value]
    if chosen:
        raise InputError(f"--{chosen[0]} must come without --vary, got {', '.join(vary)} too.")
    from lab.site import page as pages
    from lab.site.vary import read_stops
    from lab.sweeps.grid import read_vary

    varied = read_vary(vary, knobs, partial(read_stops, read=_value))
    page = {"vary": varied, "jobs": jobs, "frame": how["frame"] or 0}
    page |= {} if limit is None else {"limit": limit}
    result = pages.page(address, out=out, **page, **settings)
    print(pages.line(Path(out).expanduser(), result))
    return None


def _require_none(options, where):
    """Raise for an option that is given and would do nothing."""
    for name, value in options.items():
        if value is not None:
            raise InputError(f"--{name} must come {where}, got {value} without that.")


def _write(address, out, settings, options, how):
    """Solve one setting and write it to `out`; options: a teacher's; how: frame, theme, fps."""
    from lab.app.teaching import opening_state, teaching_of
    from lab.discovery import find
    from lab.drawing.text import words_of_proof
    from lab.paths import checked_path
    from lab.runs import export
    from lab.runs.opening import run

    path = checked_path(out, export.SUFFIXES)
    for name, suffixes in (("frame", export.STILLS), ("fps", export.FILMS)):
        if not path.name.lower().endswith(suffixes):
            _require_none({name: how[name]}, f"where --out ends in {' or '.join(suffixes)}")
    asks = [name for name in ("predict", "projector") if options[name]]
    if asks and path.suffix.lower() != ".html":
        raise InputError(f"--{asks[0]} is for pages: --out must end in .html, got {str(path)!r}.")
    where, experiment = find(address)
    teaching = teaching_of(experiment, settings, **options)
    done = run(address, **settings)
    drawn = []

    def picture():
        drawn.append(teaching.shown(done))
        return drawn[-1]

    with progress(path.name) as tell:
        export.write(
            done,
            picture,
            path,
            progress=tell,
            state=lambda shown: opening_state(where, teaching, shown, how["frame"]),
            **how,
        )
    proof = words_of_proof(done.result.certificate)
    refuted = [s.captions[0] for s in drawn if "contradiction" in s.readout.get("status", ())]
    wrong = " ".join(refuted or done.result.notes * (done.result.status == "contradiction"))
    end = f": {wrong}" if wrong else f"{proof and f', {proof}'}."
    print(f"{path}: {done.main} {done.result.status}{end}")


@lab.command("sweep", cls=_SceneCommand)
@click.argument("address", metavar="LESSON[/SCENE]")
@click.option(
    "--vary",
    multiple=True,
    required=True,
    metavar="KNOB[=VALUES]",
    help="LOW:HIGH:COUNT, or A,B,C; without values every option. May be repeated.",
)
@click.option("--seeds", type=int, metavar="N", help="The seeds 0 to N - 1 of each setting.")
@click.option(
    "--measure",
    multiple=True,
    metavar="NAME",
    help="Such as 'updates to 1e-6'; by default all of the scene. May be repeated.",
)
@click.option("--jobs", type=int, metavar="N", help="Processes; by default one for each core.")
@click.option("--cluster", metavar="tcp://HOST:PORT", help="Of a Dask scheduler.")
@click.option("--resume", metavar="FILE", help="Keeps finished rows; the same line goes on.")
@click.option("--out", "out", metavar="FILE", required=True, help="Suffix csv or parquet.")
def _sweep(address, vary, seeds, measure, jobs, cluster, resume, out, **given):
    """Solve a scene at many settings, and write a table with one row for each."""
    from lab.discovery import find
    from lab.sweeps.grid import read_values, read_vary
    from lab.sweeps.sweep import run_to_file

    knobs = {k.name: k for k in find(address)[1].knobs}
    settings = {n: _value(knobs[n], text) for n, text in given.items() if text is not None}
    varied = read_vary(vary, knobs, partial(read_values, read=_value))
    how = {"seeds": seeds, "measure": measure or None, "jobs": jobs, "resume": resume}
    return run_to_file(address, varied, out, cluster, how | settings)


@lab.command("vote", cls=_SceneCommand)
@click.argument("address", metavar="LESSON[/SCENE]", required=False)
@click.option("--listen", metavar="ADDRESS", default="127.0.0.1", show_default=True,
              help="Of this machine, for phones; 0.0.0.0 for all it has.")  # fmt: skip
@click.option("--port", type=int, default=0, help="For phones; a free one by default.")
@click.option("--address", "public", metavar="URL", help="What students see, behind a proxy.")
@click.option(
    "--out", metavar="FILE", help="In .csv: the counts, afterwards; by default votes.csv."
)
@click.option("--no-browser", is_flag=True, help="Print the addresses only.")
@click.option("--service", is_flag=True, help="Hold the rooms of a JupyterHub, which starts it.")
@click.option("--lecturers", metavar="A,B", default="", help="Hub users who may open rooms.")
def _vote(address, listen, port, public, out, no_browser, service, lecturers, **given):
    """Let a class answer a scene's questions on phones, and store the counts."""
    if service:
        from lab.classroom import serve_rooms

        return serve_rooms(tuple(filter(None, lecturers.split(","))))
    if address is None:
        raise InputError("vote needs a scene, as in `lab vote lasso`; `lab list` names them.")
    from lab.classroom import hold_vote

    settings = {name: text for name, text in given.items() if text is not None}
    where = {"listen": listen, "port": port, "public": public, "out": out}
    return hold_vote(address, settings, browser=not no_browser, **where)


@lab.command("warmup")
def _warmup():
    """Compile every kernel that the scenes use, once for all sessions."""
    from lab.app.warmup import warm

    print(f"Compiled; {warm(processes=os.cpu_count() or 1)} scenes are ready.")


@lab.command("teacher")
@click.argument("folder", metavar="DIR", callback=_checked_folder)
def _teacher(folder):
    """Write the teacher's pack to DIR: the key to each scene, and the lesson plans."""
    from lab.classroom import write_teacher_pack

    with progress("teacher's pack") as tell:
        made = write_teacher_pack(folder, tell)
    print(f"{folder}: {count(len(made), 'file')}.")


@lab.command("glossary")
@click.argument("term", required=False)
def _glossary(term):
    """What a word means, such as gap or margin; without one, all of them."""
    from lab.terms import TERMS, glossary

    for name in TERMS if term is None else [term]:
        click.echo(glossary(name))


@lab.command("plan")
@click.argument("lesson")
def _plan(lesson):
    """Print the plan of a lesson: aims, 45 and 90 minutes, what to ask, answers."""
    from lab.classroom import lesson_plan

    print(lesson_plan(lesson), end="")


@lab.command("docs")
@click.argument("folder", metavar="[DIR]", default="convex-lab-docs", callback=_checked_folder)
def _docs(folder):
    """Write the reference of the Python names to DIR (default convex-lab-docs), for a browser."""
    from lab.site.reference import write_reference

    print(write_reference(folder))


@lab.command("site")
@click.argument("folder", metavar="DIR", callback=_checked_folder)
@click.argument("names", metavar="[NOTEBOOK]...", nargs=-1)
@click.option("--jobs", type=int, default=-1, metavar="N", help="Processes; one for each core.")
@_data_option
def _site(folder, names, jobs):
    """Write the workbook to DIR as pages that live without Python or a network.

    With names only these notebooks and the scenes they show. What an earlier build has solved in
    DIR is used again.
    """
    from lab.site.build import build

    with progress("site") as tell:
        made = build(folder, names, jobs=jobs, progress=tell)
    print(f"{Path(folder) / 'index.html'}: {made}.")


_json_option = click.option(
    "--json", "json_file", metavar="FILE", help="Also write the numbers there."
)


def _long_options(command):
    """The options of a command whose tables may take long."""
    for option in (
        click.option(
            "--resume", metavar="FILE", help="Keeps finished parts; the same line goes on."
        ),
        click.option("--cluster", metavar="tcp://HOST:PORT", help="Of a Dask scheduler."),
        click.option("--jobs", type=int, metavar="N", help="Processes for the parts of a table."),
    ):
        command = option(command)
    return command


@lab.command("bench")
@click.argument("name", required=False)
@click.argument("scenes", metavar="[SCENE]...", nargs=-1)
@click.option("--runs", type=int, help="Medians of so many: 5, of drag 1.")
@click.option("--slow", is_flag=True, help="Also peers that take minutes.")
@click.option("--seconds", type=float, default=120.0, show_default=True, help="scale: a family.")
@click.option("--gb", type=float, default=8.0, show_default=True, help="scale: memory of a run.")
@click.option(
    "--place", "places", multiple=True, type=click.Choice(("no-card", "card", "hub")),
    help="drag: the browser without or with an emulated graphics card, or the kernel 100 ms away; "
    "no-card where none is given.",
)  # fmt: skip
@click.option("--against", metavar="PATH", help="drag, turns: another checkout, in turn.")
@_long_options
@_json_option
@_data_option
def _bench(name, runs, slow, json_file, **how):
    """Measure speed against other packages; without NAME, what there is to measure.

    drag and turns measure these SCENEs, or all, and print each row as soon as it is there.
    """
    runs = (1 if name == "drag" else 5) if runs is None else runs
    if runs < 1:
        raise InputError(f"--runs must be at least 1, got {runs}.")
    swept = name in ("drag", "turns")
    if how["scenes"] and not swept:
        raise InputError(f"SCENE must follow bench drag or turns, got {how['scenes'][0]!r}.")
    if how["against"] and not swept:
        raise InputError(f"--against must follow bench drag or turns, got bench {name}.")
    how["say"] = lambda line: print(line, file=sys.stderr, flush=True)
    _tables("bench", name, json_file, SimpleNamespace(runs=runs, slow=slow, **how))


@lab.command("judge")
@click.argument("file", metavar="FILE")
@click.option("--solvers", metavar="A,B", help="Only these, ours or foreign.")
@click.option("--tol", type=float, default=1e-6, show_default=True,
              help="Asked of the solvers, and of a proof.")  # fmt: skip
@click.option("--seconds", type=float, default=20.0, show_default=True, help="For each solver.")
@click.option("--out", metavar="FILE", help="Also write the table; suffix csv or md.")
def _judge(file, solvers, tol, seconds, out):
    """Run every installed solver on the program in FILE, and judge each answer."""
    from lab.judging.judge import judge_file

    judge_file(file, None if solvers is None else solvers.split(","), tol, seconds, out, _print)


@lab.command("peers")
@click.option("--check", is_flag=True, help="Try what is stated of them on what is installed.")
@click.option("--out", metavar="FILE", help="Write all that is stated of them, in Markdown.")
def _peers(check, out):
    """Which foreign packages `lab judge` calls, and how they define their numbers."""
    from lab.peers import conventions

    if out is not None:
        conventions.write(out)
        print(out)
        return 0
    return _FAILURE if conventions.tell(check) else 0


@lab.command("tables")
@click.argument("name", required=False)
@click.option("--slow", is_flag=True, help="Also sets that take many minutes.")
@click.option("--figure", metavar="FILE", help="programs: draw a performance profile as well.")
@_long_options
@_json_option
@_data_option
def _reproduce(name, slow, json_file, figure, **how):
    """Compute the tables that a source prints, and compare; without NAME, which there are.

    programs solves the files of the folder programs/ of the data, with ours and foreign solvers.
    """
    from lab import measurements

    if figure is not None and not (
        name and getattr(measurements.load("tables", name), "FIGURE", 0)
    ):
        raise InputError(f"--figure must follow tables programs, got tables {name or 'alone'}.")
    _tables("tables", name, json_file, SimpleNamespace(slow=slow, figure=figure, **how))


def _tables(what, name, json_file, options):
    """Print the tables of the module that is registered for `name`, or the names there are."""
    from lab import measurements
    from lab.paths import checked_path
    from lab.sweeps.sweep import on_cluster

    if name is None:
        known = list(measurements.registry(what))
        more = [] if measurements.is_installed() else [measurements.ELSEWHERE.format(what=what)]
        print("\n".join(known + more))
        return
    if options.jobs is not None and (options.jobs == 0 or options.jobs < -1):
        raise InputError(f"--jobs must be at least 1, or -1 for all cores, got {options.jobs}.")
    numbers = None if json_file is None else checked_path(json_file, name="--json")
    module, done = measurements.load(what, name), []
    with on_cluster(options.cluster), progress(name) as options.progress:
        for table in module.tables(options):
            _print(table)
            done.append(table.record())
    if numbers is not None:
        from lab.version import machine

        with open(numbers, "w", encoding="utf-8") as file:
            json.dump({"machine": machine(), "tables": done}, file, indent=1)


def _print(table):
    """Lines and colours on a terminal; Markdown in a file or a pipe."""
    from lab.table import figure

    console = _console()
    if not console.is_terminal:
        print(f"{table}\n", flush=True)
        return
    drawn = Table(title=table.title, title_justify="left", title_style="bold")
    for k, head in enumerate(table.columns):
        numbers = all(isinstance(row[k], (int, float, type(None))) for row in table.rows)
        drawn.add_column(head, justify="right" if numbers else "left")
    for row in table.rows:
        drawn.add_row(*map(figure, row))
    console.print(drawn, *table.notes, "", sep="\n")
