"""A room counts each device once a vote, never sends the right answer to phones, and ends."""

import csv
import io

import pytest

from lab.classroom.votes.command import write_counts
from lab.classroom.votes.room import (
    ALPHABET,
    CODE,
    CROWD,
    DEVICES,
    EACH,
    LIFE,
    PATIENCE,
    Refused,
    Room,
    RoomRegistry,
    new_code,
    sentence,
)
from widgets import Aim

ASK = {"do": "ask", "key": "way", "prompt": "Which way?", "options": ["up", "down"], "answer": 1}
AIM = {
    "start": [0.0, 0.0], "target": [2.0, 1.0], "within": [0.5, 0.5], "ranges": [[-1, 4], [-1, 3]],
    "picture": b"\xff\xd8\xff jpeg",
}  # fmt: skip


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def room(clock):
    return Room(clock)


def ballot(room, device, choice=0, **more):
    one = {"device": device, "question": len(room.asked), "round": room.asked[-1].round}
    return one | ({"choice": choice} if "at" not in more else {}) | more


def refused(status, act, *args):
    with pytest.raises(Refused) as caught:
        act(*args)
    assert caught.value.status == status and caught.value.why.endswith(".")


def test_a_device_counts_once_in_each_vote_and_its_first_choice_holds(room):
    room.do(ASK)
    devices = [room.join() for _ in range(3)]
    for device in devices:
        assert room.vote(ballot(room, device, 0)) == 0
    assert room.vote(ballot(room, devices[0], 1)) == 0  # as sent again, or tried again
    first = ballot(room, devices[0], 1)
    room.do({"do": "again"})
    refused(409, room.vote, first)  # of the round before
    assert [room.vote(ballot(room, d, 1)) for d in devices[:2]] == [1, 1]
    room.do({"do": "show"})
    assert room.vote(ballot(room, devices[0], 0)) == 1  # counted, though confirmed too late
    refused(409, room.vote, ballot(room, devices[2], 1))
    assert room.led()["counts"] == [[3, 0], [0, 2]]


def test_the_table_has_both_votes_and_what_most_chose_wrongly(room):
    room.do(ASK | {"options": ["=1+1", "right", "c"], "prompt": "Which?"})
    for k, device in enumerate([room.join() for _ in range(6)]):
        room.vote(ballot(room, device, (0, 0, 0, 1, 2, 2)[k]))
    room.do({"do": "close"})
    room.do(ASK)
    rows = room.table()
    assert [(r["first"], r["right"], r["most_wrong"]) for r in rows[:3]] == [
        (3, False, True), (1, True, False), (2, False, False),
    ]  # fmt: skip
    assert not any(r["most_wrong"] for r in rows[3:])
    assert sentence(rows) == "Most wrongly chosen: “=1+1” by 3, at “Which?”"
    reported = list(csv.DictReader(io.StringIO(room.to_csv())))
    assert (
        reported[0]["option"] == "'=1+1"
        and reported[1]["right"] == "yes"
        and reported[3]["question"] == "2"
    )


def test_phones_see_neither_the_answer_nor_a_count(room):
    room.do(ASK)
    room.vote(ballot(room, room.join()))
    room.do({"do": "show"})
    assert room.shown_to_students() == {
        "version": room.version, "number": 1, "prompt": "Which way?", "round": 1, "open": False,
        "options": ["up", "down"],
    }  # fmt: skip
    room.do(ASK | {"key": "aim", "aim": AIM, "answer": 0})
    assert room.shown_to_students().keys() == {
        "version", "number", "prompt", "round", "open", "tap",
    }  # fmt: skip


def test_a_tap_is_judged_in_the_data_and_shown_as_a_cloud(room):
    room.do(ASK | {"key": "aim", "aim": AIM, "answer": 0})
    aim = Aim("", (0.0, 0.0), (2.0, 1.0), (0.5, 0.5))
    for at in ([0.6, 0.5], [0.3, 0.3], [0.0, 1.0]):
        point = (-1 + 5 * at[0], -1 + 4 * at[1])
        assert room.vote(ballot(room, room.join(), at=at)) == aim.judge(point)
        assert room.current.cloud[0][-1] == pytest.approx(point)
    for at in ([1.1, 0.0], [0.0], [float("nan"), 0.0], "ab", None, [True, 0.5], [[0], 0]):
        refused(400, room.vote, ballot(room, room.join(), at=at))
    refused(400, room.vote, ballot(room, room.join(), 0))
    assert "cloud" not in room.led()
    room.do({"do": "show"})
    assert len(room.led()["cloud"][0]) == 3 and sum(room.led()["counts"][0]) == 3


def test_what_is_no_question_is_refused_and_leaves_the_room_as_it_was(room):
    wrong = [
        {"options": []}, {"options": ["a"]}, {"options": ["a"] * 99}, {"answer": 7},
        {"prompt": ""}, {"prompt": "x" * 2000}, {"answer": None}, {"key": 3}, {"options": ["a", 2]},
        {"aim": {}}, {"aim": AIM | {"picture": b"<svg>"}}, {"aim": AIM | {"ranges": [[0, 1]]}},
        {"aim": AIM | {"picture": b"\xff\xd8\xff" * 10**5}}, {"aim": AIM | {"within": [1]}},
    ]  # fmt: skip
    for change in wrong:
        refused(400, room.do, ASK | change)
    for act in ({"do": "show"}, {"do": "dance"}, {}):
        refused(409, room.do, act)
    assert room.asked == [] and room.version == 1


def test_after_a_reload_a_question_stays_open_and_may_be_asked_again(room):
    room.do(ASK)
    room.vote(ballot(room, room.join()))
    version = room.version
    room.do(ASK)
    assert room.version == version and room.led()["answered"] == 1
    room.do({"do": "close"})
    assert room.led()["done"] == ["way"]
    room.do(ASK)
    assert len(room.asked) == 2 and room.led()["answered"] == 0


def test_a_room_ends_with_its_lecturer_and_after_four_hours(room, clock):
    room.do(ASK)
    device = room.join()
    for _ in range(3):
        clock.now += PATIENCE - 1.0
        room.led_by(room.key)  # a reload, or a page in the background
        room.vote(ballot(room, device))
    clock.now += PATIENCE + 1.0
    refused(410, room.vote, ballot(room, device))
    assert room.closed and not room.asked[0].ballots and sum(room.asked[0].counts[0]) == 1
    late = Room(clock)
    end = clock.now + LIFE + 1.0
    while clock.now < end:
        assert not late.closed
        clock.now += PATIENCE / 2
        late.led_by(late.key)
        late.grow_old()
    assert late.closed


def test_only_tokens_that_the_room_gave_out_are_devices(room, clock):
    room.do(ASK)
    token = room.join()
    other = Room(clock).join()
    for made_up in (other, "", "zz", token[:-2], token[:-1] + "g", "0" * 48, None, 4, [token]):
        refused(403, room.vote, ballot(room, made_up))
    for key in (None, "", room.key[:-1], 4):
        refused(403, room.led_by, key)


def test_how_many_come_is_limited(room, clock):
    for k in range(CROWD):
        room.join(f"10.0.0.{k % 9}")
    refused(429, room.join)
    clock.now += 60.0
    for k in range(DEVICES - CROWD):
        room.join(f"10.0.0.{k % 9}")
    clock.now += 60.0
    refused(429, room.join)


def test_one_address_may_not_fill_the_room(room, clock):
    for _ in range(EACH):
        clock.now += 0.02
        room.join("10.0.0.1")
    for _ in range(DEVICES):
        refused(429, room.join, "10.0.0.1")
    for k in range(DEVICES - EACH):
        clock.now += 0.02
        room.join(f"10.0.1.{k % 250}")
    assert room.joined == DEVICES


def test_room_answer_ends_the_vote_and_phones_show_it(room):
    room.do(ASK)
    device, late = room.join(), room.join()
    room.vote(ballot(room, device))
    room.do({"do": "again"})
    room.vote(ballot(room, device, 1))
    version = room.version
    room.do({"do": "reveal"})
    assert room.version > version
    refused(409, room.vote, ballot(room, late))
    state = room.shown_to_students()
    assert state["right"] == 1 and not state["open"] and "counts" not in state
    led = room.led()
    assert led["counts"] == [[1, 0], [0, 1]] and led["revealed"]
    room.do({"do": "again"})
    assert not room.current.open and room.led()["counts"] == [[1, 0], [0, 1]]
    room.do(ASK | {"key": "aim", "aim": AIM, "answer": 0})
    assert "target" not in room.shown_to_students()
    room.do({"do": "reveal"})
    assert room.shown_to_students()["target"] == pytest.approx([0.6, 0.5])


def test_codes_are_forty_bits_that_can_be_typed_and_guessing_is_slow(clock):
    assert 5 * CODE >= 40 and len(set(ALPHABET)) == 32 and not set("ILOU") & set(ALPHABET)
    assert len({new_code() for _ in range(1000)}) == 1000
    registry = RoomRegistry(clock=clock)
    room = registry.open("ann")
    assert registry.find(f"{room.code[:4]}-{room.code[4:]}".lower()) is room
    statuses = set()
    for _ in range(200):
        with pytest.raises(Refused) as caught:
            registry.find("ZZZZZZZZ")
        statuses.add(caught.value.status)
    assert statuses == {404, 429} and registry.find(room.code) is room


def test_a_lecturer_has_one_room_and_a_server_so_many(clock):
    registry = RoomRegistry(most=2, clock=clock)
    first = registry.open("ann")
    second = registry.open("ann")
    assert first.closed and not second.closed
    registry.open("ben")
    refused(429, registry.open, "eve")
    clock.now += LIFE + PATIENCE + 1.0
    registry.sweep()
    registry.sweep()
    assert registry.rooms == {}


def test_counts_that_cannot_be_written_are_printed(room, tmp_path, capsys):
    room.do(ASK)
    write_counts(room, tmp_path / "gone" / "votes.csv")
    printed = capsys.readouterr().out
    assert "votes.csv cannot be written: No such file" in printed and room.to_csv() in printed
    write_counts(room, tmp_path / "votes.csv")
    assert (tmp_path / "votes.csv").read_text(encoding="utf-8") == room.to_csv()
    printed = capsys.readouterr().out
    assert room.to_csv() not in printed and "1 question, 0 devices." in printed
