"""A class votes: a projector and phones, each a separate browser, in a room under a prefix."""

import asyncio
import contextlib
import threading

import numpy as np
import pytest
from playwright.sync_api import expect

from lab.classroom.votes import access
from lab.classroom.votes.command import Projector, with_room
from lab.classroom.votes.handlers import for_lecturer, for_students
from lab.classroom.votes.room import RoomRegistry
from widgets import Aim, Axis, Clock, Panel, Path, Question, Scene, prefix
from widgets.page import page_html

PREFIX = "/proxied/vote"


def scene():
    way, k = np.array([0.0, 2.0, 3.0, 3.5]), np.arange(4)
    axes = (Axis("w1", range=(-1.0, 4.0)), Axis("w2", range=(-1.0, 3.0)))
    panel = Panel("It goes up", [Path(prefix(way, k), prefix(0.5 * way, k))], *axes, key="plane")
    aim = Aim("plane", (2.0, 1.0), (3.0, 1.5), (0.5, 0.5))
    asked = [
        Question(0, "<b>Which</b> way?", ("<i>up</i>", "down"), 0, "So.", "way"),
        Question(1, "Where next?", why="There.", key="aim", aim=aim),
    ]
    return Scene([panel], Clock("i", way), ["Up."] * 4, {"x": way}, questions=asked)


@contextlib.contextmanager
def held():
    """(room, address for students, address of the projector) of a room that is served in the
    background."""
    loop, registry = asyncio.new_event_loop(), RoomRegistry()
    room = registry.open()

    async def opened():
        routes = for_students(registry, PREFIX) + for_lecturer(registry)
        reported = {"code": room.code, "key": room.key}
        page = page_html(scene(), {"predict": True, "projector": True})
        invitation = access.invitation(reported, f"{room.code}/lead", f"http://127.0.0.1{PREFIX}/")
        routes.append(("/lecturer", Projector, {"page": with_room(page, invitation)}))
        return access.listening(access.served(routes), access.LOOPBACK, 0)

    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    port = asyncio.run_coroutine_threadsafe(opened(), loop).result(30)
    base = f"http://127.0.0.1:{port}"
    try:
        yield room, f"{base}{PREFIX}/{room.code}", f"{base}/lecturer"
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)


@pytest.fixture
def phones(browser):
    """Two pages of separate browsers, as tall as phones."""
    contexts = [browser.new_context(viewport={"width": 390, "height": 844}) for _ in range(2)]
    yield [context.new_page() for context in contexts]
    for context in contexts:
        context.close()


def test_two_votes_a_histogram_a_reload_and_a_cloud(page, phones):
    page.set_viewport_size({"width": 1280, "height": 720})
    with held() as (room, students, lecturer):
        page.goto(lecturer)
        page.wait_for_selector("[data-painted]", timeout=60_000)
        box = page.locator(".cl-ask")
        expect(box.get_by_text("<b>Which</b> way?")).to_be_visible()
        expect(box.locator(".cl-qr")).to_be_visible()
        for phone in phones:
            phone.goto(students)
            expect(phone.get_by_text("<i>up</i>")).to_be_visible()
        phones[0].get_by_role("button", name="<i>up</i>").click()
        phones[1].get_by_role("button", name="down").click()
        expect(box.get_by_text("2 of 2 in the room, first vote")).to_be_visible()
        assert not box.locator(".cl-bars").count()
        page.keyboard.press("t")
        for phone in phones:
            phone.get_by_role("button", name="<i>up</i>").click(timeout=10_000)
            expect(phone.get_by_text("Counted.")).to_be_visible()
        expect(box.get_by_text("2 of 2 in the room, second vote")).to_be_visible()
        page.reload()
        expect(box.get_by_text("2 of 2 in the room, second vote")).to_be_visible(timeout=60_000)
        page.locator(".cl-stage").focus()
        page.keyboard.press("h")
        expect(box.locator(".cl-bar-2").first).to_have_text("2")
        page.keyboard.press("v")
        expect(page.locator(".cl-panel").first).to_be_hidden()  # the question alone
        page.keyboard.press("r")
        expect(box.get_by_text("So.")).to_be_visible()
        expect(box.locator(".cl-right .cl-bar-2")).to_have_text("2")  # the bars stay
        for phone in phones:
            expect(phone.get_by_text("Right: You answered A")).to_be_visible(timeout=10_000)
        expect(phones[1].get_by_text("At first you answered B, “down”.")).to_be_visible()
        box.get_by_role("button", name="Continue").click()
        expect(box.get_by_text("Where next?")).to_be_visible(timeout=20_000)
        picture = phones[0].locator("#picture")
        expect(picture).to_be_visible()
        phones[0].wait_for_function("document.querySelector('#picture').naturalWidth > 300")
        spot = picture.bounding_box()
        phones[0].mouse.click(spot["x"] + 0.8 * spot["width"], spot["y"] + 0.375 * spot["height"])
        phones[0].get_by_role("button", name="Answer with this place").click()
        expect(phones[0].get_by_text("Counted.")).to_be_visible()
        page.keyboard.press("h")
        cloud = "document.querySelector('.cl-stage').convexlab.panels[0].plane.aim.cloud[0]"
        page.wait_for_function(f"{cloud}?.length === 1")
        assert page.evaluate(f"{cloud}[0]") == pytest.approx([3.0, 1.5], abs=0.05)
        assert room.asked[1].counts[0][0] == 1 and room.asked[0].counts == [[1, 1], [2, 0]]


def tap(phone, x, y):
    """Answer with the place of those coordinates in the picture, as a finger does."""
    # Not by a function that waits in the page, whose policy lets nothing evaluate text.
    while not phone.evaluate("document.querySelector('#picture')?.naturalWidth > 300"):
        phone.wait_for_timeout(50)
    box = phone.locator("#picture").bounding_box()
    right, down = (x + 1.0) / 5.0, 1.0 - (y + 1.0) / 4.0
    phone.mouse.click(box["x"] + right * box["width"], box["y"] + down * box["height"])
    phone.get_by_role("button", name="Answer with this place").click()
    expect(phone.get_by_text("Counted.")).to_be_visible()


AIM = "document.querySelector('.cl-stage').convexlab.panels[0].plane.aim"
#: The colour in the middle of a click of the class, and that of the first place left of it where
#: something is painted.
INK = """([x, y]) => {
  const { plane } = document.querySelector('.cl-stage').convexlab.panels[0];
  const { place } = plane.layout();
  const share = plane.canvas.width / place.box.width, ctx = plane.canvas.getContext('2d');
  const at = [(place.x(x) - place.box.x) * share, (place.y(y) - place.box.y) * share];
  const seen = (dx) => [
    ...ctx.getImageData(Math.round(at[0] + dx * share), Math.round(at[1]), 1, 1).data
  ];
  return [seen(0), seen(-5)];
}"""


#: Where the two phones are tapped in either round.
FIRST, SECOND = [(0.5, 0.0), (3.5, 2.5)], [(2.75, 1.75), (3.0, 1.5)]


def press(page, key):
    page.locator(".cl-stage").focus()
    page.keyboard.press(key)


def begin_to_click(page, phones, students, lecturer):
    """Answer the first question; the box of the next one, which is answered by clicks."""
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(lecturer)
    page.wait_for_selector("[data-painted]", timeout=60_000)
    box = page.locator(".cl-ask")
    for phone in phones:
        phone.goto(students)
        phone.get_by_role("button", name="down").click()
    expect(box.get_by_text("2 of 2 in the room, first vote")).to_be_visible()
    press(page, "r")
    box.get_by_role("button", name="Continue").click()
    expect(box.get_by_text("Where next?")).to_be_visible(timeout=20_000)
    return box


def click_first(page, phones, box):
    """The first round: its cloud is visible only when the lecturer shows it."""
    for phone, at in zip(phones, FIRST, strict=True):
        tap(phone, *at)
    expect(box.get_by_text("2 of 2 in the room, first vote")).to_be_visible()
    assert page.evaluate(f"{AIM}.cloud.flat().length") == 0  # no voter is led by the others
    press(page, "h")
    page.wait_for_function(f"{AIM}.cloud[0]?.length === 2")
    cloud = np.sort(page.evaluate(f"{AIM}.cloud[0]"), axis=0)
    assert cloud == pytest.approx(np.sort(FIRST, axis=0), abs=0.05)


def click_again(page, phones, box):
    """The second round: the first cloud is hidden, and each phone shows its first click."""
    page.keyboard.press("t")
    page.wait_for_function(f"{AIM}.cloud.flat().length === 0")
    for phone, at in zip(phones, SECOND, strict=True):
        expect(phone.get_by_text("Second vote, after talking")).to_be_visible(timeout=10_000)
        assert phone.locator("#before").is_hidden()
        tap(phone, *at)
        expect(phone.get_by_text("the ring is your first one")).to_be_visible()
    expect(box.get_by_text("2 of 2 in the room, second vote")).to_be_visible()
    page.keyboard.press("h")
    page.wait_for_function(f"{AIM}.cloud[1]?.length === 2")
    expect(box.get_by_text("○ before talking: 2; ◆ after talking: 2")).to_be_visible()


def check_ink(page):
    """The first clicks are rings, the second ones full orange diamonds."""
    page.wait_for_timeout(300)
    (inner, ring), (middle, _) = (page.evaluate(INK, list(at)) for at in (FIRST[0], SECOND[0]))
    assert inner[3] < 40 < ring[3]
    assert middle[3] == 255 and middle[0] > middle[2] + 80


def check_answer(page, phones):
    """Each phone shows its own clicks and the target, and the projector both clouds."""
    for phone, at, before in zip(phones, SECOND, FIRST, strict=True):
        expect(phone.get_by_text("the ring your first one")).to_be_visible(timeout=10_000)
        for mark, (x, y) in (("before", before), ("dot", at), ("target", (3.0, 1.5))):
            style = phone.locator(f"#{mark}").evaluate("(e) => [e.style.left, e.style.top]")
            shares = [float(v.rstrip("%")) for v in style]
            wanted = [20.0 * (x + 1.0), 100.0 - 25.0 * (y + 1.0)]
            assert shares == pytest.approx(wanted, abs=1.5), mark
    page.wait_for_function(f"{AIM}.truth !== null")
    assert page.evaluate(f"{AIM}.cloud.map((points) => points.length)") == [2, 2]


def test_two_rounds_of_clicks_are_two_clouds_over_the_picture(page, phones):
    with held() as (room, students, lecturer):
        box = begin_to_click(page, phones, students, lecturer)
        click_first(page, phones, box)
        click_again(page, phones, box)
        assert [len(points) for points in room.current.cloud] == [2, 2]
        check_ink(page)
        page.reload()
        again = "document.querySelector('.cl-stage')?.convexlab?.panels?.[0]?.plane?.aim?.cloud"
        page.wait_for_function(f"{again}?.[1]?.length === 2", timeout=60_000)
        press(page, "r")
        check_answer(page, phones)
        asked = [r for r in room.table() if r["prompt"] == "Where next?"]
        rows = {r["option"]: (r["first"], r["second"]) for r in asked}
        assert sum(a for a, _ in rows.values()) == 2 == rows["there"][1]


WIDE = "(e) => parseFloat(getComputedStyle(e, '::before').width)"


def test_equal_votes_have_equal_bars_and_answering_ends_the_vote(page, phones):
    page.set_viewport_size({"width": 1280, "height": 720})
    with held() as (room, students, lecturer):
        page.goto(lecturer)
        page.wait_for_selector("[data-painted]", timeout=60_000)
        box = page.locator(".cl-ask")
        expect(box.locator(".cl-option", has_text="down")).to_be_visible()
        expect(page.locator(".cl-panel").first).to_be_visible()  # picture and question together
        for phone, name in zip(phones, ("<i>up</i>", "down"), strict=True):
            phone.goto(students)
            phone.get_by_role("button", name=name).click()
        expect(phones[1].get_by_text("You answered B, “down”.")).to_be_visible()
        expect(box.get_by_text("2 of 2 in the room, first vote")).to_be_visible()
        page.locator(".cl-stage").focus()
        page.keyboard.press("t")
        expect(phones[0].get_by_text("Second vote")).to_be_visible(timeout=10_000)
        phones[0].get_by_role("button", name="down").click()
        expect(box.get_by_text("1 of 2 in the room, second vote")).to_be_visible()
        page.keyboard.press("r")  # without the histogram before
        expect(box.locator(".cl-right .cl-bar-1")).to_have_text("1")
        bars = {
            (k, i): box.locator(f".cl-bar-{k}").nth(i).evaluate(WIDE)
            for k in (1, 2) for i in (0, 1)
        }  # fmt: skip
        assert bars[1, 0] == bars[1, 1] == bars[2, 1] > 5 * bars[2, 0]
        assert room.current.revealed and not room.current.open
        expect(phones[0].get_by_text("Right is A, “<i>up</i>”.")).to_be_visible(timeout=10_000)
        expect(phones[1].locator("button.mine")).to_have_text("Bdown")
        expect(phones[1].locator("button.right")).to_have_text("A<i>up</i>")
        assert not phones[1].locator("#options button:enabled").count()
        page.reload()
        expect(box.get_by_text("So.")).to_be_visible(timeout=60_000)
        expect(box.locator(".cl-bar-1").first).to_have_text("1")


#: As a page that is loaded again, which has the room's state before it asks anything.
JOINS_FIRST = """async () => {
  const stage = document.querySelector('.cl-stage').convexlab;
  const { predictions } = stage;
  predictions.turn(false);
  stage.player.answers.clear();
  const { room } = predictions.votes;
  predictions.setVoteRoom(room);
  while (!predictions.votes.state) await new Promise((done) => { setTimeout(done, 10); });
  stage.player.go(3);
  stage.syncPredict();
}"""


def test_a_late_page_goes_to_the_question_that_the_room_has_answered(page):
    with held() as (room, _, lecturer):
        page.goto(lecturer)
        page.wait_for_selector("[data-painted]", timeout=60_000)
        box = page.locator(".cl-ask")
        expect(box.get_by_text("0 of 0 in the room, first vote")).to_be_visible()
        press(page, "r")
        expect(box.get_by_text("So.")).to_be_visible()
        page.evaluate(JOINS_FIRST)
        expect(box.get_by_text("So.")).to_be_visible(timeout=10_000)
        assert page.evaluate("document.querySelector('.cl-stage').convexlab.player.frame") == 0
        assert room.current.revealed


def test_an_open_question_comes_before_play(page, tmp_path):
    path = tmp_path / "page.html"
    path.write_text(page_html(scene(), {"predict": True}), encoding="utf-8")
    page.goto(path.as_uri())
    page.wait_for_selector("[data-painted]", timeout=60_000)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".cl-ask").get_by_text("A question is open")).to_be_visible()
    assert page.locator(".cl-stage").get_attribute("data-frame") == "0"
