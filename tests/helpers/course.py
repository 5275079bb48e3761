"""A course as nbgrader has it, in a separate directory."""

import os


class Course:
    """A course of one assignment and one student, the user who runs the tests."""

    def __init__(self, root):
        from nbgrader.apps.api import NbGraderAPI
        from traitlets.config import Config

        self.home, self.course = root / "student", root / "course"
        self.home.mkdir()
        (root / "exchange").mkdir()
        (root / "exchange").chmod(0o777)
        self.config = Config()
        self.config.CourseDirectory.root = str(self.course)
        self.config.CourseDirectory.course_id = "convexlab"
        self.config.Exchange.root = str(root / "exchange")
        self.config.ExecutePreprocessor.timeout = 300
        self.api = NbGraderAPI(config=self.config)

    def teacher(self, what, *args):
        """A step of the teacher's; it must succeed."""
        done = getattr(self.api, what)("work", *args)
        assert done["success"], f"{done.get('error')}\n{done['log']}"

    def student(self, what):
        """A step of the student's, `ExchangeFetchAssignment` or `ExchangeSubmit`."""
        from nbgrader.auth import Authenticator
        from nbgrader.coursedir import CourseDirectory
        from nbgrader.exchange import default
        from traitlets.config import Config

        config = Config(self.config)
        config.CourseDirectory.root = str(self.home)
        config.CourseDirectory.assignment_id = "work"
        place, who = CourseDirectory(config=config), Authenticator(config=config)
        here = os.getcwd()
        os.chdir(self.home)
        try:
            getattr(default, what)(coursedir=place, authenticator=who, config=config).start()
        finally:
            os.chdir(here)

    def marks(self):
        """grade_id -> points, of what was handed in, None where a person marks."""
        who = next((self.course / "submitted").iterdir()).name
        self.teacher("autograde", who)
        with self.api.gradebook as book:
            found = book.find_submission("work", who)
            return {g.name: g.auto_score for n in found.notebooks for g in n.grades}
