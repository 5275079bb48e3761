"""Dashboards in a real JupyterLab: knobs re-solve, bad values leave the picture, state survives."""

import pytest
from sizes import resize

import lab
from widgets.chips import chips

BAD = {
    "linear": [-1e9, "abc", float("nan")],
    "log": [0, "many", float("inf")],
    "integer": [2.5, -7, "x"],
    "choice": ["nothing such", 17, None],
    "several": [["nothing such"], 3, [None]],
    "switch": [2, "maybe", None],
    "text": [3, None, []],
    "file": [3, None, []],
}
# How many pixels of the first panel are pale blue: the bands under its path.
BANDS = """() => {
  const { ground } = document.querySelector('.cl-stage').convexlab.panels[0];
  const d = ground.getContext('2d').getImageData(0, 0, ground.width, ground.height).data;
  let pale = 0;
  for (let i = 0; i < d.length; i += 4) {
    if (d[i + 3] === 255 && d[i] > 140 && d[i + 2] - d[i] > 8) pale++; // bluer than the grid
  }
  return pale;
}"""
# Ends of the colour scale of a matrix, its cells' values, and their colours next to the numbers.
CELLS = """() => {
  const p = document.querySelector('.cl-stage').convexlab.panels
    .find((p) => p.panel.key === 'matrix');
  const { style, read: { data: { x, y, z } } } = p.panel.traces
    .find((t) => t.style.kind === 'heatmap');
  const { x: across, y: up, box } = p.map();
  const ctx = p.canvas.getContext('2d');
  const cells = Array.from(z, (value, k) => {
    const [i, j] = [k % x.length, Math.floor(k / x.length)];
    const at = [across(x[i] + 0.4) - box.x, up(y[j] + 0.4) - box.y].map(Math.round);
    return [value, Array.from(ctx.getImageData(...at, 1, 1).data).slice(0, 3)];
  });
  return [style.low, style.high, cells];
}"""
STAGE = "document.querySelector('.cl-stage')"
PAINTED = "document.querySelectorAll('.cl-stage[data-painted]').length >= {}"


@pytest.fixture(scope="module")
def board(jupyter, shared_page):
    """A page with the lasso dashboard `d`."""
    name = jupyter.write("dashboard.ipynb", "import lab\nd = lab.dashboard('lasso')\nd")
    shared_page.traffic = jupyter.run(shared_page, name)
    shared_page.wait_for_function(PAINTED.format(1), timeout=90_000)
    return shared_page


def painted(page, view=0):
    return int(page.locator(".cl-stage").nth(view).get_attribute("data-painted"))


def pictures(page):
    """The panels' pictures."""
    return [p.screenshot() for p in page.locator(".cl-panel:not(.cl-behind)").all()]


def test_each_layer_of_the_lasso_is_on_the_picture(board):
    board.locator(".cl-last").click()
    measure = """(key) => {
          const { panels } = document.querySelector('.cl-stage').convexlab;
          const p = panels.find((one) => one.panel.key === key);
          const c = p.canvas, d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;
          let inked = 0;
          for (let i = 3; i < d.length; i += 4) if (d[i] > 100) inked++;
          const { x, y, place: { box } } = p.plane.layout();
          const foot = p.ground.getContext('2d')
            .getImageData(0, box.y + box.height + 2, p.ground.width, 40).data;
          let words = 0;
          for (let i = 3; i < foot.length; i += 4) if (foot[i] > 100) words++;
          return [inked, Math.min(x.length, y.length), words];
        }"""
    keys = "() => document.querySelector('.cl-stage').convexlab.panels.map((p) => p.panel.key)"
    assert set(board.evaluate(keys)) == {p.key for p in lab.scene(lab.run("lasso")).panels}
    for key in board.evaluate(keys):
        tab = board.locator(f".cl-tab[id$='-{key}']").first
        if tab.count():  # what is behind a tab is painted when it is shown
            tab.click()
            board.wait_for_timeout(300)
        inked, ticks, words = board.evaluate(measure, key)
        assert inked > 300, f"{key} carries no marks"
        assert ticks > 1 and words > 50, f"{key} has no axis"
    assert board.evaluate(BANDS) > 1000


def test_a_slider_move_solves_again(board, jupyter):
    before, old = painted(board), pictures(board)
    slider = board.locator(".cl-knob").filter(has_text="λ").locator("input[type=range]").first
    slider.focus()
    for _ in range(8):
        board.keyboard.press("ArrowLeft")
    board.wait_for_function(
        f"Number(document.querySelector('.cl-stage').dataset.painted) > {before}"
    )
    shown = float(board.locator(".cl-knob .cl-number").first.input_value())
    lam = None
    for _ in range(50):  # the last key's message may still be on its way
        lam = float(jupyter.kernel(board, "d.wait(); print(d.run.settings['lam'])"))
        if lam == shown:
            break
        board.wait_for_timeout(100)
    assert lam == shown < 0.2
    assert jupyter.kernel(board, "print(d.run.problem.lam)") == repr(lam)
    board.wait_for_timeout(500)
    assert pictures(board) != old
    jupyter.kernel(board, "d.reset(); d.wait()")


@pytest.mark.parametrize("knob", [k.name for k in lab.discovery.find("lasso")[1].knobs])
def test_three_bad_values_show_their_sentence_and_keep_the_picture(board, jupyter, knob):
    kind = next(k.kind for k in lab.discovery.find("lasso")[1].knobs if k.name == knob)
    before = painted(board)
    for value in BAD[kind]:
        code = f"nan, inf = float('nan'), float('inf')\nd.knobs[{knob!r}].value = {value!r}\n"
        stated = jupyter.kernel(board, code + "try: d.wait()\nexcept ValueError as e: print(e)")
        board.wait_for_selector(".cl-is-error")
        sentence = board.locator(".cl-status").inner_text()
        assert stated == sentence
        assert (sentence.startswith(knob) and " must " in sentence) or " may hold " in sentence
        assert painted(board) == before, "the picture was redrawn"
    jupyter.kernel(board, "d.reset(); d.wait()")
    board.wait_for_function(
        "!document.querySelector('.cl-status').classList.contains('cl-is-error')"
    )


def test_copied_python_makes_the_same_run(board, jupyter):
    jupyter.kernel(board, "d.set(lam=0.45, seed=3); d.wait()")
    board.get_by_role("button", name="Copy Python").click()
    text = ""
    for _ in range(50):
        text = board.evaluate("navigator.clipboard.readText()")
        if "lab.dashboard" in text:
            break
        board.wait_for_timeout(100)
    space = {}
    exec(text, space)  # our own text, from our button
    space["d"].wait()
    stated = jupyter.kernel(board, "print(list(d.run.trace.objective))")
    assert repr([*space["d"].run.trace.objective.tolist()]) == stated.replace(
        "np.float64(", ""
    ).replace(")", "")
    jupyter.kernel(board, "d.reset(); d.wait()")


# Presses a button while the picture plays; the frame that is on the screen then.
PRESSED = """() => {
  const { player } = document.querySelector('.cl-stage').convexlab;
  [...document.querySelectorAll('.cl-press')].find((b) => b.textContent === 'Copy Python').click();
  return player.playing && player.frame;
}"""


def test_copied_python_is_of_the_frame_on_the_screen_in_play(board):
    board.evaluate("navigator.clipboard.writeText = (text) => { globalThis.copied = text; }")
    board.locator(".cl-first").click()
    board.wait_for_timeout(500)  # the kernel has that frame
    board.locator(".cl-play").click()
    board.wait_for_function(f"{STAGE}.convexlab.player.frame > 2")
    frame = board.evaluate(PRESSED)
    board.wait_for_function("globalThis.copied")
    assert f"frame={frame}," in board.evaluate("globalThis.copied")
    board.evaluate(f"{STAGE}.convexlab.player.pause(); delete navigator.clipboard.writeText")


def test_a_finger_that_the_browser_takes_releases_its_slider(board, jupyter):
    box = board.locator(".cl-knob[data-name=lam] .cl-range").bounding_box()
    session = board.context.new_cdp_session(board)

    def touch(kind, *shares):
        y = box["y"] + box["height"] / 2
        points = [{"x": box["x"] + share * box["width"], "y": y} for share in shares]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 0.3)
    for share in (0.4, 0.5, 0.6):
        touch("touchMove", share)
    board.wait_for_function(f"{STAGE}.convexlab.cache.drag")
    touch("touchCancel")
    board.wait_for_function(f"!{STAGE}.convexlab.cache.drag", timeout=10_000)
    assert jupyter.kernel(board, "d.wait(); print(d.knobs['lam'].dragging)") == "False"


@pytest.mark.parametrize("kind, start", [("PNG", b"\x89PNG"), ("HTML", b"<!doc"), ("CSV", b"")])
def test_saving_downloads_a_file(board, kind, start):
    board.get_by_role("button", name="Save", exact=True).click()
    with board.expect_download(timeout=60_000) as download:
        board.get_by_role("menuitem", name=kind).click()
    path = download.value.path()
    assert path.stat().st_size > 500
    assert path.read_bytes().startswith(start)


def test_a_second_dashboard_does_not_load_the_code_again(board, jupyter):
    board.mouse.move(1, 1)  # over a slider it asks for pictures of values nearby
    before = board.traffic.received
    board.evaluate(
        """async () => {
          const nb = window.jupyterapp.shell.currentWidget.content;
          await window.jupyterapp.commands.execute('notebook:insert-cell-below');
          nb.activeCell.model.sharedModel.setSource("e = lab.dashboard('lasso')\\ne");
          await window.jupyterapp.commands.execute('notebook:run-cell');
        }"""
    )
    board.wait_for_function(PAINTED.format(2), timeout=60_000)
    assert board.traffic.received - before < 500_000


def test_state_survives_a_reload(board, jupyter):
    jupyter.kernel(board, "d.set(lam=0.5); d.wait(); d.stage.frame = 4")
    board.wait_for_timeout(800)
    board.evaluate("window.jupyterapp.commands.execute('docmanager:save')")
    board.wait_for_timeout(1500)
    board.goto(board.url.split("?")[0])
    board.wait_for_function(PAINTED.format(1), timeout=90_000)
    board.wait_for_function("document.querySelector('.cl-stage').dataset.frame === '4'")
    value = board.locator(".cl-knob").first.locator("input").first.input_value()
    assert "0.5" in value


@pytest.mark.parametrize("where", [".cl-stage", ".cl-range", ".cl-number", ".cl-play", ".cl-press"])
def test_ctrl_s_saves_and_letters_stay_with_the_dashboard(board, jupyter, where):
    board.evaluate(
        """() => {
          const { commands } = window.jupyterapp;
          window.done = [];
          window.heard ??= commands.commandExecuted.connect((_, { id }) => window.done.push(id));
        }"""
    )
    one = board.locator(where).first
    one.focus()
    for key in "xdd":  # outside, x and dd are shortcuts that take a cell away
        board.keyboard.press(key)
    for _ in range(30):  # while one save is under way JupyterLab begins no other
        board.keyboard.press("Control+s")
        board.wait_for_timeout(200)
        if board.evaluate("window.done.includes('docmanager:save')"):
            break
    # The page may still report its own opening.
    # What JupyterLab itself does once a page has come to rest is no answer to the keys.
    own = {"docmanager:open", "router:tree", "filebrowser:go-to-path", "filebrowser:open-path"}
    assert set(board.evaluate("window.done")) - own == {"docmanager:save"}
    assert one.get_attribute("data-lm-suppress-shortcuts") == "true"
    board.keyboard.press("Escape")


@pytest.mark.parametrize("width", [900, 820, 740, 600])
def test_narrow_windows_cut_nothing(board, width):
    resize(board, width, 1000)
    over = board.evaluate(
        """() => {
          const d = document.querySelector('.cl-dashboard'), r = d.getBoundingClientRect();
          return [...d.querySelectorAll('*')].filter((e) => {
            const b = e.getBoundingClientRect();
            return b.width && b.right > r.right + 2 && e.checkVisibility() &&
              !e.closest('svg, .cl-ticks, .cl-entry'); // a key that is too long scrolls
          }).map((e) => e.className);
        }"""
    )
    assert not over
    resize(board, 1400, 1000)


def test_a_heatmap_follows_a_knob(jupyter, page):
    name = jupyter.write("metric.ipynb", "import lab\nd = lab.dashboard('metric', dimension=2)\nd")
    jupyter.run(page, name)
    page.wait_for_function(PAINTED.format(1), timeout=90_000)
    page.wait_for_timeout(500)
    for rho in (0.02, 0.5):
        before = painted(page)
        jupyter.kernel(page, f"d.knobs['rho'].value = {rho}; d.wait()")
        page.wait_for_function(f"Number({STAGE}.dataset.painted) > {before}")
        page.wait_for_timeout(500)
        low, high, cells = page.evaluate(CELLS)
        scene = lab.scene(lab.run("metric", rho=rho, dimension=2))
        panel = next(p for p in scene.panels if p.key == "matrix")
        heatmap = panel.marks[0]
        assert [low, high] == pytest.approx(heatmap.limits, rel=1e-3)
        frame = int(page.locator(".cl-stage").get_attribute("data-frame"))
        values = heatmap.values.values[frame].ravel()
        assert [value for value, _ in cells] == pytest.approx(values, rel=1e-3)
        for value, colour in cells:
            share = value / high
            end = (0x00, 0x72, 0xB2) if share > 0 else (0xD5, 0x5E, 0x00)
            wanted = [255 + abs(share) * (c - 255) for c in end]
            assert colour == pytest.approx(wanted, abs=4), value


def test_during_a_drag_pictures_are_shown_before_the_release(jupyter, page):
    name = jupyter.write("drag.ipynb", "import lab\nd = lab.dashboard('margins')\nd")
    jupyter.run(page, name)
    page.wait_for_function(PAINTED.format(1), timeout=90_000)
    slider = page.locator(".cl-knob.cl-primary input[type=range]").first
    box = slider.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    before, k = painted(page), 0
    while painted(page) < before + 4:  # a test that starves runs into its limit of moves
        k += 1
        assert k < 600
        page.mouse.move(x + 40 * (-1) ** k + k % 20, y)
    page.mouse.up()
    page.wait_for_timeout(500)
    shown = jupyter.kernel(page, "d.wait(); print(d.run.settings == d.settings)")
    assert shown.strip() == "True"


def test_drag_of_a_race_shows_main_method_and_all_at_its_end(jupyter, page):
    name = jupyter.write("race.ipynb", "import lab\nd = lab.dashboard('programs/race')\nd")
    jupyter.run(page, name)
    page.wait_for_function(PAINTED.format(1), timeout=90_000)
    last = page.evaluate("document.querySelector('.cl-stage').convexlab.player.last")
    page.evaluate("document.querySelector('.cl-stage').convexlab.player.go(60)")
    page.evaluate("""() => {
      const stage = document.querySelector('.cl-stage');
      globalThis.parts = [];
      document.addEventListener('cl-painted', () => {
        parts.push([stage.dataset.part, stage.convexlab.player.last]);
      });
    }""")
    box = page.locator(".cl-knob.cl-primary input[type=range]").first.bounding_box()
    x, y, k = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, 0
    page.mouse.move(x, y)
    page.mouse.down()
    while page.evaluate("parts.filter(([part]) => part === 'true').length") < 3:
        k += 1
        assert k < 600
        page.mouse.move(x + 60 * (-1) ** k + k % 20, y)
    page.mouse.up()
    page.wait_for_function("parts.at(-1)?.[0] === 'false'", timeout=20_000)
    reported = jupyter.kernel(
        page, "d.wait(); print(d.run.settings == d.settings, len(d.run.results))"
    )
    assert reported.split() == ["True", "5"]
    page.wait_for_timeout(500)
    assert page.evaluate("parts.at(-1)[0]") == "false"
    assert min(n for part, n in page.evaluate("parts") if part == "true") < 60 < last
    assert page.evaluate("document.querySelector('.cl-stage').convexlab.player.position") == 60


# What is shown with each picture that is painted: number, frame, chips, and its values.
SEEN = """() => {
  const stage = document.querySelector('.cl-stage');
  const box = document.querySelector('.cl-knob[data-name="lam"] .cl-number');
  globalThis.seen = [];
  document.addEventListener('cl-painted', ({ detail: { at, answer } }) => {
    const chips = [...stage.querySelectorAll('.cl-gauge-words > span')];
    const words = chips.map((one) => one.textContent);
    seen.push([Number(box.value), stage.convexlab.player.frame, words, at, answer]);
  });
}"""
HELD = "document.querySelector('.cl-stage').convexlab.cache.held.size"


def test_drag_pictures_carry_the_settings_shown_with_them(jupyter, page):
    name = jupyter.write("held.ipynb", "import lab\nd = lab.dashboard('lasso')\nd")
    jupyter.run(page, name)
    page.wait_for_function(PAINTED.format(1), timeout=90_000)
    box = page.locator('.cl-knob[data-name="lam"] .cl-range').bounding_box()
    x, y, width = box["x"] + 9, box["y"] + box["height"] / 2, box["width"] - 18
    for k in range(200):  # pointed at, and nothing else; where a machine is slow, again
        page.mouse.move(x + width / 2, y - 200 * (k % 2))
        page.wait_for_timeout(500)
        if page.evaluate(HELD) >= 8:
            break
    page.mouse.move(x + width / 2, y)
    page.evaluate(SEEN)
    page.mouse.down()
    for k in range(60):
        page.mouse.move(x + width * (0.5 - abs(k - 30) / 60), y)
    page.mouse.move(x + width * 0.7, y)  # where it was, nearly or in truth
    page.mouse.up()
    page.wait_for_function("!document.querySelector('.cl-stage').convexlab.cache.drag")
    lam = float(page.locator('.cl-knob[data-name="lam"] .cl-number').input_value())
    page.wait_for_function("(lam) => seen.at(-1)?.[3].lam === lam", arg=lam)
    reported = jupyter.kernel(page, "d.wait(); print(d.run.settings['lam'], d.knobs['lam'].value)")
    assert {float(one) for one in reported.split()} == {lam}
    seen = page.evaluate("seen")
    assert len({at["lam"] for _, _, _, at, _ in seen}) > 5
    assert any(not answer for *_, answer in seen)  # the cache has answered
    for shown, frame, words, at, _ in seen:
        assert shown == at["lam"]
        scene = lab.scene("lasso", lam=at["lam"])
        assert words == [w for w, _ in chips(scene, frame) if w]
