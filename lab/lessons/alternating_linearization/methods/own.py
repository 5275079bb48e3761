"""A student's step in the methods scene: its gap among those of the rivals."""

from __future__ import annotations

from lab.checking.task import Own
from lab.lessons.alternating_linearization.methods.view import build_view
from lab.lessons.alternating_linearization.own import ways

OWN = Own(ways(), build_view, "gap")
