"""The files that a dashboard saves: to a path at once, or by the browser when they are made."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from widgets.session import Session

#: export(payload, scene, viewpoint, announce) -> (filename, mime, bytes).
Export = Callable[[Any, Any, Mapping[str, Any], Callable[[str], None]], tuple[str, str, bytes]]


class Exports:
    """What the menu *Save* offers of the picture of a session.

    kinds: label -> `Export`. stage: sends a file to the browser. viewpoint() -> frame, predict,
    projector, zoom and camera at present.
    """

    def __init__(
        self,
        kinds: Mapping[str, Export],
        session: Session,
        stage: Any,
        viewpoint: Callable[[], Mapping[str, Any]],
    ):
        self.kinds, self._session = dict(kinds), session
        self._stage, self._viewpoint = stage, viewpoint
        self._thread: threading.Thread | None = None  # makes a file

    def of_path(self, path: str | Path) -> Export | None:
        """The export that the suffix of a path names."""
        name = str(path).lower()
        for label, export in self.kinds.items():
            if name.endswith((f".{label.lower()}", f".{label.lower()}.json")):
                return export
        return None

    def write(self, path: Path, export: Export) -> Path:
        """Write the picture to `path`, and return it."""
        picture = self._session.picture
        made = export(picture.payload, picture.scene, self._viewpoint(), self.announce)
        path.write_bytes(made[2])
        return path

    def send(self, label: str) -> None:
        """Let the browser save the picture as `label`; return at once."""
        if not isinstance(label, str) or label not in self.kinds:
            known = ", ".join(self.kinds) or "nothing"
            raise ValueError(f"{label!r} cannot be saved; choose one of {known}.")
        picture = self._session.picture
        if picture.scene is None:
            raise ValueError("There is no picture to save yet.")
        if self._session.is_stale:
            raise ValueError("The knobs at present have no picture to save; turn them back.")
        if self._thread is not None and self._thread.is_alive():
            raise ValueError("A file is being made; wait until it is done.")
        export, viewpoint = self.kinds[label], self._viewpoint()
        make = partial(export, picture.payload, picture.scene, viewpoint, self.announce)
        self.announce(f"making the {label} file")
        # No daemon: a file that is being made when Python ends is finished and sent.
        self._thread = threading.Thread(target=self._save, args=(label, make), daemon=False)
        self._thread.start()

    def announce(self, text: str) -> None:
        """Show `text` in the status line as work in progress, until there is other news."""
        self._session.set_note(("solving", text, ""))

    def wait_in_turn(self) -> Callable[[float], bool]:
        """A wait(timeout) for the file that is being made now: whether it is done by then."""
        thread = self._thread

        def wait(timeout):
            if thread is None or thread is threading.current_thread():
                return True
            thread.join(max(timeout, 0.0))
            return not thread.is_alive()

        return wait

    def _save(self, label, make):
        def finish():
            try:
                filename, mime, data = make()
                self._stage.download(filename, mime, data)
            except BaseException as error:
                if not threading.main_thread().is_alive():  # then the status line is not read
                    print(f"The {label} file was not saved: {error}", file=sys.stderr)
                raise
            self._session.set_note(("ready", f"saved {filename}", ""))

        self._session.guarded(finish)
