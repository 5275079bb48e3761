"""The sentences of the solid are those of the polygon, with facets for edges."""

from lab.lessons.programs.polygon.captions import captions

__all__ = ["captions"]
