"""The workbook: data, lessons, comparisons, exercises and the `lab` command."""

from lab.experiment import LESSONS, Experiment, Lesson, Run, align, run

__all__ = ["LESSONS", "Experiment", "Lesson", "Run", "align", "run"]
