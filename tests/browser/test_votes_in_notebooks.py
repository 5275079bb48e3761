"""`dashboard.vote()` in a real JupyterLab: the notebook's page leads, a phone's page answers."""

import json

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
PAINTED = "() => Number(document.querySelector('.cl-stage')?.dataset.painted ?? 0) >= 1"
CELLS = (
    "import lab\nd = lab.dashboard('lasso', compare=(), predict=True)\nd",
    "v = d.vote()\nprint(v)",
)
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module", params=["/", "/user/ada/"], ids=["root", "prefix"])
def server(request, tmp_path_factory, browser, workbook_at):
    """A JupyterLab whose dashboards may open rooms, at the root and under a prefix."""
    with workbook_at(tmp_path_factory.mktemp("votes"), request.param, votes=True) as server:
        yield server


@pytest.fixture
def phone(browser):
    """A page of a separate browser, as large as a phone's."""
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    yield context.new_page()
    context.close()


def answered(phone):
    """Tap on the first option; its words."""
    option = phone.locator("#options button").first
    expect(option).to_be_enabled(timeout=20_000)
    words = option.inner_text().partition("\n")[2]
    option.tap()
    expect(phone.get_by_text("Counted.")).to_be_visible()
    return words


def test_a_class_answers_a_notebook_and_the_room_survives_a_reload(page, phone, server):
    server.run(page, server.write("vote.ipynb", *CELLS))
    page.wait_for_function(PAINTED, timeout=120_000)
    box = page.locator(".cl-ask")
    expect(box.locator(".cl-qr")).to_be_visible(timeout=30_000)
    address = server.kernel(page, "print(v.address)")
    assert address.startswith(f"{server.address}convexlab/votes/")
    phone.goto(address)
    expect(phone.locator("#prompt")).to_have_text(box.locator("strong").inner_text())
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert not phone.context.cookies()
    chosen = answered(phone)
    expect(box.get_by_text("1 of 1 in the room, first vote")).to_be_visible()

    page.evaluate("window.jupyterapp.commands.execute('docmanager:save')")
    page.wait_for_timeout(1500)
    page.goto(server.url("lab/tree/vote.ipynb"))
    page.wait_for_function("() => window.jupyterapp", timeout=90_000)
    page.wait_for_function(PAINTED, timeout=60_000)
    expect(box.get_by_text("1 of 1 in the room, first vote")).to_be_visible(timeout=30_000)
    box.get_by_role("button", name="Vote again (T)").click()
    assert answered(phone) == chosen
    box.get_by_role("button", name="Histogram (H)").click()
    expect(box.locator(".cl-bar-2").first).to_be_visible()
    first, second = "sum(r['first'] for r in rows)", "sum(r['second'] for r in rows)"
    server.kernel(page, "rows = v.rows()")
    assert server.kernel(page, f"print({first}, {second})") == "1 1"
    server.kernel(page, "v.close()")
    expect(phone.get_by_text("This room is closed.")).to_be_visible(timeout=10_000)


def test_a_second_room_replaces_the_first_and_is_led_by_keys(page, phone, server):
    server.run(page, server.write("again.ipynb", *CELLS))
    page.wait_for_function(PAINTED, timeout=120_000)
    box = page.locator(".cl-ask")
    expect(box.locator(".cl-qr")).to_be_visible(timeout=30_000)
    first = server.kernel(page, "print(v.address)")
    phone.goto(first)
    expect(phone.locator("#options button").first).to_be_enabled()
    server.kernel(page, "v = d.vote()")
    expect(phone.get_by_text("This room is closed.")).to_be_visible(timeout=20_000)
    second = server.kernel(page, "print(v.address)")
    assert second != first
    letters = second[-8:]
    expect(box.locator(".cl-room-code")).to_have_text(f"{letters[:4]}-{letters[4:]}")
    phone.goto(second)
    answered(phone)
    expect(box.get_by_text("1 of 1 in the room, first vote")).to_be_visible()
    page.locator(".cl-stage").focus()
    page.keyboard.press("h")
    expect(box.locator(".cl-bar-1").first).to_be_visible()
    page.keyboard.press("r")
    expect(box.locator(".cl-right")).to_be_visible()
    server.kernel(page, "v.close()")
    expect(box.locator(".cl-qr")).to_be_hidden(timeout=10_000)
    assert server.kernel(page, "print(sum(r['first'] for r in v.rows()))") == "1"


AIMED = (
    "import lab\n"
    "aim = lab.Aim('iterates', (0.0, 0.0), (0.5, 0.5), (0.2, 0.2))\n"
    "asked = lab.Question(0, 'Where next?', why='There.', key='where', aim=aim)\n"
    "d = lab.dashboard('lasso', compare=(), questions=[asked])\nd",
    "v = d.vote()\nprint(v)",
)
CLOUD = "document.querySelector('.cl-stage').convexlab.panels[0].plane.aim.cloud"


def test_class_clicks_in_a_notebooks_picture_before_and_after_talking(page, phone, server):
    asked = []  # the picture is that of the moment of asking: it may be laid out anew afterwards
    page.on("request", lambda r: asked.append(r.post_data or "") if r.method == "POST" else None)
    server.run(page, server.write("where.ipynb", *AIMED))
    page.wait_for_function(PAINTED, timeout=120_000)
    box = page.locator(".cl-ask")
    expect(box.locator(".cl-qr")).to_be_visible(timeout=30_000)
    expect(box.get_by_text("0 of 0 in the room, first vote")).to_be_visible(timeout=10_000)
    (aim,) = [json.loads(text)["aim"] for text in asked if '"do":"ask"' in text]
    (left, right), (low, high) = aim["ranges"]
    phone.goto(server.kernel(page, "print(v.address)"))
    for k, share in enumerate((0.25, 0.75)):
        words = ("First vote, alone", "Second vote, after talking")[k]
        expect(phone.get_by_text(words)).to_be_visible(timeout=20_000)
        phone.wait_for_function("document.querySelector('#picture').naturalWidth > 300")
        spot = phone.locator("#picture").bounding_box()
        phone.touchscreen.tap(spot["x"] + share * spot["width"], spot["y"] + 0.4 * spot["height"])
        phone.get_by_role("button", name="Answer with this place").tap()
        expect(phone.get_by_text("Counted.")).to_be_visible()
        box.get_by_role("button", name="Histogram (H)").click()
        page.wait_for_function(f"{CLOUD}[{k}]?.length === 1")
        if not k:
            box.get_by_role("button", name="Vote again (T)").click()
            page.wait_for_function(f"{CLOUD}.flat().length === 0")
    for ((x, y),), share in zip(page.evaluate(CLOUD), (0.25, 0.75), strict=True):
        assert x == pytest.approx(left + share * (right - left), abs=0.02 * (right - left))
        assert y == pytest.approx(low + 0.6 * (high - low), abs=0.02 * (high - low))
    rows = server.kernel(page, "print([(r['first'], r['second']) for r in v.rows()])")
    assert [sum(votes) for votes in zip(*eval(rows), strict=True)] == [1, 1]
    server.kernel(page, "v.close()")
