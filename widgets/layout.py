"""Which panel of a scene is the one to look at, and where the others are placed."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

#: Without a layout so many panels are next to the hero; further ones share the last place.
_BESIDE = 3


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the panels of a scene are placed, by their keys.

    hero: the panel to look at, drawn large. side: those next to it, small, from top to bottom.
    tabs: those that share the place of the last side panel; one of them is visible at a time.
    twin: the first side panel is as large as the hero and next to it; the others share its place,
    as tabs.
    share_x: panels of one x axis; they are one under the other where they are neighbours, show one
    range, and only the lowest of them names the axis.
    """

    hero: str
    side: tuple[str, ...] = ()
    tabs: tuple[str, ...] = ()
    twin: bool = False
    share_x: tuple[str, ...] = ()

    def __post_init__(self):
        for name in ("side", "tabs", "share_x"):
            keys = getattr(self, name)
            is_list = isinstance(keys, (list, tuple))
            if not is_list or not all(isinstance(key, str) for key in keys):
                raise ValueError(
                    f'{name} must hold keys of panels, such as ("gap",), got {keys!r}.'
                )
            object.__setattr__(self, name, tuple(keys))
        if self.twin and not self.side:
            raise ValueError("twin needs a second panel in side, got none.")

    def shown(self) -> tuple[str, ...]:
        """All keys that have a place, in reading order."""
        return (self.hero, *self.side, *self.tabs)

    def swapped(self, key: str) -> Layout:
        """With the panel `key` in the place of the hero, and the hero in its; as it is where there
        of that key is in no other place."""
        places = {key: self.hero}
        side = tuple(places.get(one, one) for one in self.side)
        tabs = tuple(places.get(one, one) for one in self.tabs)
        if (side, tabs) == (self.side, self.tabs):
            return self
        return replace(self, hero=key, side=side, tabs=tabs)

    def in_sight(self, tab: str = "") -> tuple[str, ...]:
        """The keys of the panels that are visible where that tab is open, or the first of them."""
        places = list(self.side) if self.twin or not self.tabs else list(self.side[-1:])
        tabbed = [*places, *self.tabs] if self.twin or self.tabs else []
        front = tab if tab in tabbed else next(iter(tabbed), "")
        return tuple(key for key in self.shown() if key not in tabbed or key == front)

    def only(self, keys: Collection[str]) -> Layout:
        """The places of the panels `keys`, of which the first is large if the hero is none of
        them."""
        hero = next(key for key in self.shown() if key in keys)
        side = tuple(key for key in self.side if key in keys and key != hero)
        tabs = tuple(key for key in self.tabs if key in keys and key != hero)
        twin = self.twin and {self.hero, self.side[0]} <= set(keys)
        return Layout(hero, side, tabs, twin, tuple(k for k in self.share_x if k in keys))

    def check(self, keys: Collection[str]) -> None:
        """Raise where `keys`, those of the panels, are not each placed once."""
        shown = self.shown()
        if sorted(shown) != sorted(keys):
            raise ValueError(
                f"layout must place each of the panels {', '.join(map(repr, keys))} once, "
                f"got {', '.join(map(repr, shown))}."
            )
        if not set(self.share_x) <= set(keys):
            raise ValueError(f"share_x must be among {list(keys)}, got {self.share_x}.")


def default(keys: list[str]) -> Layout:
    """The first panel large, the rest next to it."""
    hero, *rest = keys or [""]
    return Layout(hero, tuple(rest[:_BESIDE]), tuple(rest[_BESIDE:]))
