"""A room in which a class votes: which question is open, who has answered, and the counts.

It uses neither network nor clock, and stores no names: a device is a random number that the
room has signed, and is forgotten with the question.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from lab.table import csv_text, no_formula
from solvers.checks import InputError
from widgets.questions import AIMED, Aim, is_point

#: 32 letters and digits that do not look alike: 5 bits each.
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE = 8
#: Seconds after which a room closes in any case, and without a sign of its lecturer; a page in the
#: background may speak once a minute only.
LIFE, PATIENCE = 4 * 3600.0, 180.0
#: The most devices of a room, questions of it, options of a question, and characters of a text.
DEVICES, QUESTIONS, OPTIONS, WORDS = 2000, 200, 12, 1000
#: So many devices may come from one address, which a lecture hall may share: a phone that joins
#: again and again leaves half of the places to others.
EACH = DEVICES // 2
#: So many devices may come at once, and so many more each second.
CROWD, COMING = 1000, 100.0
#: The most bytes of a picture to tap on.
PICTURE = 200_000
_JPEG = b"\xff\xd8\xff"
_COLUMNS = ("question", "prompt", "option", "right", "first", "second", "most_wrong")


def new_code() -> str:
    """Forty random bits that can be read aloud."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE))


class Refused(Exception):
    """What a room does not take, with the HTTP status that says so."""

    def __init__(self, status: int, why: str):
        super().__init__(why)
        self.status, self.why = status, why


class Bucket:
    """Lets `most` through at once, and `rate` more each second."""

    def __init__(self, most: float, rate: float, clock: Callable[[], float] = monotonic):
        self.most, self.rate, self.clock = most, rate, clock
        self.left, self.at = most, clock()

    def take(self) -> bool:
        """Whether one more may pass."""
        now = self.clock()
        self.left = min(self.most, self.left + self.rate * (now - self.at))
        self.at = now
        if self.left < 1.0:
            return False
        self.left -= 1.0
        return True


@dataclass(slots=True, eq=False)
class Asked:
    """A question that a room was asked, and what was answered in its two rounds.

    ballots: device -> option, or where it tapped, of the round that is open; counts: options of
    each round; cloud: where devices tapped, (x, y) in data coordinates, of each round.
    """

    key: str
    prompt: str
    options: tuple[str, ...]
    answer: int
    aim: Aim | None = None
    ranges: tuple[tuple[float, float], tuple[float, float]] | None = None
    picture: bytes = b""
    round: int = 1
    open: bool = True
    shown: bool = False
    revealed: bool = False
    done: bool = False
    ballots: dict[int, int] = field(default_factory=dict)
    counts: list[list[int]] = field(default_factory=list)
    cloud: list[list[tuple[float, float]]] = field(default_factory=lambda: [[], []])

    def __post_init__(self) -> None:
        self.counts = [[0] * len(self.options) for _ in range(2)]

    @property
    def target(self) -> list[float]:
        """Where it is right, as shares of the picture from its lower left."""
        assert self.aim is not None  # a question with options has no aim
        pairs = zip(self.aim.target, self.ranges or (), strict=True)
        return [(v - low) / (high - low) for v, (low, high) in pairs]

    @property
    def answered(self) -> int:
        """How many devices have answered in this round."""
        return sum(self.counts[self.round - 1])


class Room:
    """The state of one class's room.

    code: what students type; key: what the lecturer's page shows that it may lead. `version` grows
    with all that students are to see; `changed` is called then, those in `closing` at the end.
    """

    def __init__(self, clock: Callable[[], float] = monotonic):
        self.code, self.key = new_code(), secrets.token_urlsafe(24)
        self.clock, self.born, self.seen = clock, clock(), clock()
        self.closed = False
        self.version, self.joined = 1, 0
        self.asked: list[Asked] = []
        self.changed: Callable[[], None] = lambda: None
        self.closing: list[Callable[[], None]] = []
        self._secret = secrets.token_bytes(16)
        self._crowd = Bucket(CROWD, COMING, clock)
        self._joined_from: Counter[str] = Counter()

    # What students do.

    def join(self, address: str = "") -> str:
        """A new device's token; it is not kept. address: from which it comes."""
        self._require_open()
        if self._joined_from[address] >= EACH:
            raise Refused(429, "Too many devices have joined from your address.")
        if self.joined >= DEVICES or not self._crowd.take():
            raise Refused(429, "The room is full for the moment; try again.")
        self.joined += 1
        self._joined_from[address] += 1
        device = secrets.token_bytes(8)
        return (device + self._sign(device)).hex()

    def _sign(self, device):
        return hmac.digest(self._secret, device, hashlib.sha256)[:16]

    def device(self, token: object) -> int:
        """The number of the device that has this token; Refused for one that was not given out."""
        try:
            data = bytes.fromhex(token) if isinstance(token, str) else b""
        except ValueError:
            data = b""
        if len(data) != 24 or not hmac.compare_digest(data[8:], self._sign(data[:8])):
            raise Refused(403, "This device is not in the room.")
        return int.from_bytes(data[:8], "big")

    def vote(self, ballot: object) -> int:
        """Count a ballot {"device", "question", "round", "choice" or "at"}; return the choice that
        counts, which is the device's first of this round."""
        self._require_open()
        names = {"device", "question", "round"}
        if not isinstance(ballot, dict) or set(ballot) - {"choice", "at"} != names:
            raise Refused(400, "This is no ballot.")
        device, one = self.device(ballot["device"]), self.current
        if one is None or _whole(ballot["question"]) != len(self.asked):
            raise Refused(409, "This question is not open.")
        if _whole(ballot["round"]) != one.round:
            raise Refused(409, "This round is over.")
        if device in one.ballots:
            return one.ballots[device]
        if not one.open:
            raise Refused(409, "This round is over.")
        choice, at = self._choice(one, ballot)
        if len(one.ballots) >= DEVICES:
            raise Refused(429, "The room is full.")
        one.ballots[device] = choice
        one.counts[one.round - 1][choice] += 1
        if at is not None:
            one.cloud[one.round - 1].append(at)
        return choice

    def _choice(self, one, ballot):
        if one.aim is None:
            choice = _whole(ballot.get("choice"))
            if "at" in ballot or not 0 <= choice < len(one.options):
                raise Refused(400, "There is no such option.")
            return choice, None
        at = ballot.get("at")
        if "choice" in ballot or not is_point(at) or not all(0.0 <= v <= 1.0 for v in at):
            raise Refused(400, "There is no such place.")
        point = tuple(lo + v * (hi - lo) for v, (lo, hi) in zip(at, one.ranges, strict=True))
        return one.aim.judge(point), point

    def shown_to_students(self) -> dict[str, Any]:
        """What phones see: no count, and what is right once the lecturer has answered."""
        self._require_open()
        one = self.current
        state: dict[str, Any] = {"version": self.version, "number": len(self.asked)}
        if one is None:
            return state
        state |= {"prompt": one.prompt, "round": one.round, "open": one.open}
        if one.aim is None:
            state |= {"options": list(one.options)}
            return state | ({"right": one.answer} if one.revealed else {})
        return state | {"tap": True} | ({"target": one.target} if one.revealed else {})

    # What the lecturer does.

    @property
    def current(self) -> Asked | None:
        """The question that is on the projector."""
        one = self.asked[-1] if self.asked else None
        return None if one is None or one.done else one

    def led_by(self, key: object) -> None:
        """Take a sign of the lecturer; Refused for another."""
        if not isinstance(key, str) or not hmac.compare_digest(key.encode(), self.key.encode()):
            raise Refused(403, "Only the lecturer's page may lead the room.")
        self.seen = self.clock()

    def do(self, act: Mapping[str, Any]) -> None:
        """One act of the lecturer's: ask, again, show, reveal, close or leave. `show` ends the vote
        and sends the lecturer's page the counts; `reveal` sends phones what is right as well."""
        what = act.get("do")
        if what == "leave":
            return self.close()
        self._require_open()
        if what == "ask":
            return self._ask(act)
        one = self.current
        if one is None or what not in ("again", "show", "reveal", "close"):
            raise Refused(409, "There is nothing to do that with.")
        if what == "again" and one.round == 1 and not one.revealed:
            one.round, one.open, one.shown, one.ballots = 2, True, False, {}
        elif what in ("show", "reveal"):
            one.open, one.shown, one.revealed = False, True, one.revealed or what == "reveal"
        elif what == "close":
            one.open, one.done, one.ballots, one.picture = False, True, {}, b""
        self._news()
        return None

    def _ask(self, act):
        one = _read(act)
        now = self.current
        if now is not None and (now.key, now.prompt) == (one.key, one.prompt):
            return  # a reload: what is open stays open
        if len(self.asked) >= QUESTIONS:
            raise Refused(429, "The room has been asked enough.")
        if now is not None:
            self.do({"do": "close"})
        self.asked.append(one)
        self._news()

    def led(self) -> dict[str, Any]:
        """What the lecturer's page gets; counts only once they are to be shown."""
        one = self.current
        state: dict[str, Any] = {
            "people": self.joined,
            "closed": self.closed,
            "done": [a.key for a in self.asked if a.done],
        }
        if one is not None:
            state |= {"key": one.key, "prompt": one.prompt, "round": one.round, "open": one.open}
            state |= {"shown": one.shown, "revealed": one.revealed, "answered": one.answered}
            if one.shown:
                state |= {"counts": one.counts, "cloud": one.cloud}
        return state

    def table(self) -> list[dict[str, Any]]:
        """One row for each option of each question: how many chose it first and second, whether it
        is right, and whether it is the wrong one that most chose at the end."""
        rows = []
        for number, one in enumerate(self.asked, 1):
            wrong = most_wrong(one)
            for k, option in enumerate(one.options):
                first, second = (count[k] for count in one.counts)
                right, worst = k == one.answer, k == wrong
                row = (number, one.prompt, option, right, first, second, worst)
                rows.append(dict(zip(_COLUMNS, row, strict=True)))
        return rows

    def to_csv(self) -> str:
        """The table as the text of a CSV file."""
        return csv_text(_COLUMNS, (map(_cell, row.values()) for row in self.table()))

    def close(self) -> None:
        """Admit no further devices; the counts stay, the devices are removed."""
        if self.closed:
            return
        self.closed = True
        for one in self.asked:
            one.ballots, one.picture, one.open = {}, b"", False
        self._news()
        for end in self.closing:
            end()

    def grow_old(self) -> None:
        """Close where the lecturer has left, or the time is over."""
        now = self.clock()
        if now - self.seen > PATIENCE or now - self.born > LIFE:
            self.close()

    def _require_open(self):
        self.grow_old()
        if self.closed:
            raise Refused(410, "This room is closed.")

    def _news(self):
        self.version += 1
        self.changed()


def most_wrong(one: Asked) -> int | None:
    """The wrong option that most chose in the last round that anybody answered; None if none."""
    counts = one.counts[1] if sum(one.counts[1]) else one.counts[0]
    wrong = [k for k in range(len(counts)) if k != one.answer and counts[k]]
    return max(wrong, key=counts.__getitem__, default=None)


def _cell(value):
    if isinstance(value, bool):
        return "yes" if value else ""
    return no_formula(value)


def _whole(value):
    return value if type(value) is int else -1


def _read(act):
    """The `Asked` of what the lecturer's page says; Refused where it does not fit."""
    try:
        aim, answer = act.get("aim"), _whole(act["answer"])
        options = tuple(AIMED) if aim is not None else tuple(act["options"])
        texts = (act["key"], act["prompt"], *options)
        sound = all(isinstance(t, str) and 0 < len(t) <= WORDS for t in texts)
        if not (sound and 2 <= len(options) <= OPTIONS and 0 <= answer < len(options)):
            raise ValueError
        if aim is None:
            return Asked(act["key"], act["prompt"], options, answer)
        pairs = [aim[name] for name in ("start", "target", "within")]
        ranges = [tuple(map(float, r)) for r in aim["ranges"]]
        picture = aim["picture"]
        if not (all(map(is_point, (*pairs, *ranges))) and len(ranges) == 2):
            raise ValueError
        if not (isinstance(picture, bytes) and picture[:3] == _JPEG and len(picture) <= PICTURE):
            raise ValueError
        start, target, within, across, up = ((float(x), float(y)) for x, y in (*pairs, *ranges))
        place = Aim("", start, target, within)
        return Asked(act["key"], act["prompt"], options, 0, place, (across, up), picture)
    except (KeyError, TypeError, ValueError, InputError):
        raise Refused(400, "This is no question.") from None


class RoomRegistry:
    """The rooms of one server: opened by a lecturer, found by their codes.

    most: of open rooms; a lecturer (`owner`) has one at a time.
    """

    def __init__(self, most: int = 20, clock: Callable[[], float] = monotonic):
        self.most, self.clock = most, clock
        self.rooms: dict[str, Room] = {}
        self.owners: dict[str, str] = {}
        self._guesses = Bucket(50, 5.0, clock)

    def open(self, owner: str = "") -> Room:
        """A new room; the owner's earlier one closes."""
        self.sweep()
        earlier = self.rooms.get(self.owners.get(owner, ""))
        if earlier is not None:
            earlier.close()
        if sum(not room.closed for room in self.rooms.values()) >= self.most:
            raise Refused(429, f"There are {self.most} open rooms already.")
        room = Room(self.clock)
        self.rooms[room.code], self.owners[owner] = room, room.code
        return room

    def find(self, code: str) -> Room:
        """The room of a code, however it is written; guessing is slow."""
        room = self.rooms.get(code.upper().replace("-", ""))
        if room is not None:
            return room
        if not self._guesses.take():
            raise Refused(429, "Too many wrong codes; try again in a minute.")
        raise Refused(404, "There is no room of this code.")

    def sweep(self) -> None:
        """Close old rooms; remove those that have been closed for long."""
        for code, room in list(self.rooms.items()):
            room.grow_old()
            if room.closed and self.clock() - room.born > LIFE + PATIENCE:
                del self.rooms[code]


def sentence(rows: Sequence[Mapping[str, Any]]) -> str:
    """What was chosen most wrongly of a whole table, in words; "" where nothing was."""
    wrong = [row for row in rows if row["most_wrong"]]
    if not wrong:
        return ""

    def votes(row):
        return row["second"] or row["first"]

    worst = max(wrong, key=votes)
    return f"Most wrongly chosen: “{worst['option']}” by {votes(worst)}, at “{worst['prompt']}”"
