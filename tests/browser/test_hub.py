"""JupyterHub on the loopback address: two users start, play and export, each apart, and the class
of one votes through the hub's service."""

import importlib.util
import os
import secrets
import shutil
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect
from ports import open_ports
from servers import RUN_ALL, serving

ROOT = Path(__file__).resolve().parents[2]
CELLS = (
    "import lab\nd = lab.dashboard('lasso')\nd",
    "import os\nprint(os.environ['JUPYTERHUB_USER'])",
)
USERS = ("ada", "ben")
#: The lecturer of a class, and a user who may not lead it: no other test starts their servers.
LECTURER, STRANGER = "cleo", "dora"
PAINTED = "() => Number(document.querySelector('.cl-stage')?.dataset.painted ?? 0) >= {}"
SETTINGS = "document.querySelector('.cl-stage').dataset.at"
FRAME = "document.querySelector('.cl-stage').convexlab.player.position"


def _missing():
    """What a hub needs and is not here, in words; "" where all is."""
    if importlib.util.find_spec("jupyterhub") is None:
        return "NO JUPYTERHUB: pip install jupyterhub, to run the test with two users"
    if _proxy() is None:
        return "NO PROXY: npm install configurable-http-proxy, to run the test with two users"
    return ""


def _proxy():
    own = ROOT / ".ci/js/node_modules/.bin"
    return shutil.which("configurable-http-proxy") or shutil.which(
        "configurable-http-proxy", path=str(own)
    )


def _settings(tmp, password, ports):
    """JupyterHub's settings: users that share a password, a server a user, rooms for votes."""
    public, inner, proxy, rooms = (f"http://127.0.0.1:{port}" for port in ports)
    vote = [sys.executable, "-m", "lab", "vote", "--service", "--lecturers", LECTURER]
    return {
        "JupyterHub.bind_url": public,
        "JupyterHub.hub_bind_url": inner,
        "JupyterHub.authenticator_class": "shared-password",
        "JupyterHub.spawner_class": "simple",
        "JupyterHub.db_url": f"sqlite:///{tmp}/hub.sqlite",
        "JupyterHub.cookie_secret_file": str(tmp / "secret"),
        "JupyterHub.allow_named_servers": False,
        "JupyterHub.services": [{"name": "vote", "url": rooms, "command": vote}],
        "ConfigurableHTTPProxy.command": [_proxy()],
        "ConfigurableHTTPProxy.api_url": proxy,
        "ConfigurableHTTPProxy.pid_file": str(tmp / "proxy.pid"),
        "SharedPasswordAuthenticator.user_password": password,
        "Authenticator.allow_all": True,
        "SimpleLocalProcessSpawner.home_dir_template": str(tmp / "{username}"),
        "Spawner.cmd": [sys.executable, "-m", "jupyterhub.singleuser"],
        "Spawner.args": ["--allow-root", "--LabApp.expose_app_in_browser=True"],
        "Spawner.env_keep": ["PATH", "PYTHONPATH", "NUMBA_CACHE_DIR"],
        "Spawner.start_timeout": 180,
        "Spawner.http_timeout": 180,
    }


@pytest.fixture(scope="module")
def hub(tmp_path_factory, browser, notebook_text):
    """(address, password) of a hub whose users each have a notebook."""
    if os.name == "nt":
        pytest.skip("JupyterHub does not run on Windows")
    words = _missing()
    if words:
        pytest.fail(words) if os.environ.get("CI") else pytest.skip(words)
    tmp = tmp_path_factory.mktemp("hub")
    for user in (*USERS, LECTURER, STRANGER):
        (tmp / user).mkdir()
        (tmp / user / "hub.ipynb").write_text(notebook_text(*CELLS), encoding="utf-8")
    password, ports = secrets.token_hex(16), open_ports(4)
    lines = (f"c.{name} = {it!r}\n" for name, it in _settings(tmp, password, ports).items())
    (tmp / "config.py").write_text("".join(lines), encoding="utf-8")
    line = [sys.executable, "-m", "jupyterhub", "-f", str(tmp / "config.py")]
    environment = os.environ | {"CONVEXLAB_HOME": str(tmp / "home")}
    address = f"http://127.0.0.1:{ports[0]}"
    with serving(line, environment, f"{address}/hub/health", tmp / "log"):
        yield address, password


def _started(browser, hub, user):
    """A page of `user`, signed in, whose notebook has run."""
    address, password = hub
    page = browser.new_context(viewport={"width": 1400, "height": 1000}).new_page()
    page.goto(f"{address}/hub/login?next=%2Fhub%2Fspawn")
    page.fill("input[name=username]", user)
    page.fill("input[name=password]", password)
    page.locator("#login_submit").click()
    page.wait_for_url(f"**/user/{user}/**", timeout=180_000)
    page.goto(f"{address}/user/{user}/lab/tree/hub.ipynb?reset")
    page.wait_for_function("() => window.jupyterapp", timeout=120_000)
    page.evaluate(RUN_ALL)
    page.wait_for_function(PAINTED.format(1), timeout=120_000)
    return page


def test_two_users_start_play_and_export_each_apart(browser, hub, tmp_path):
    pages = {user: _started(browser, hub, user) for user in USERS}
    for user, page in pages.items():
        page.wait_for_function(
            f"() => document.querySelector('.jp-OutputArea').closest('.jp-Notebook')"
            f".innerText.includes('{user}')"
        )
        page.get_by_role("button", name="Play", exact=True).click()
        page.wait_for_function(f"() => {FRAME} > 1")
        page.get_by_role("button", name="Pause", exact=True).click()
    before = pages["ben"].evaluate(SETTINGS)
    turned = pages["ada"].locator(".cl-knob[data-name=lam]").get_by_role("textbox")
    turned.fill("0.7")
    turned.press("Enter")
    pages["ada"].wait_for_function(f"before => {SETTINGS} !== before", arg=before, timeout=60_000)
    assert pages["ben"].evaluate(SETTINGS) == before
    for user, page in pages.items():
        page.get_by_role("button", name="Save", exact=True).first.click()
        with page.expect_download(timeout=60_000) as saved:
            page.get_by_role("menuitem", name="CSV").press("Enter")
        path = tmp_path / f"{user}.csv"
        saved.value.save_as(path)
        assert path.read_text(encoding="utf-8").startswith("method,iteration")
    rows = [(tmp_path / f"{user}.csv").read_text(encoding="utf-8") for user in USERS]
    assert rows[0] != rows[1]
    other = pages["ben"].request.get(f"{hub[0]}/user/ada/api/contents", max_redirects=0)
    assert other.status != 200
    for page in pages.values():
        page.context.close()


@pytest.fixture
def phone(browser):
    """A page of a separate browser, as large as a phone's, where nobody has signed in."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    yield context.new_page()
    context.close()


def test_hub_class_votes_through_the_service_without_accounts(browser, hub, phone, server_at):
    place = f"{hub[0]}/services/vote/"
    page, kernel = _started(browser, hub, LECTURER), server_at.kernel
    said = kernel(page, f"v = d.vote(service={place!r}); print(v)")
    assert f"Students: {place}" in said, said
    address = kernel(page, "print(v.address)")
    box = page.locator(".cl-ask")
    expect(box.locator(".cl-qr")).to_be_visible(timeout=20_000)
    phone.goto(address)
    phone.locator("#options button").nth(1).click()
    expect(phone.get_by_text("Counted.")).to_be_visible()
    expect(box.get_by_text("1 of 1 in the room, first vote")).to_be_visible()
    assert not [c for c in phone.context.cookies() if "jupyterhub" in c["name"]]
    box.get_by_role("button", name="Histogram (H)").click()
    expect(box.locator(".cl-bar-1").first).to_be_visible()
    assert kernel(page, "print(sum(r['first'] for r in v.rows()))") == "1"
    page.context.close()

    other = _started(browser, hub, STRANGER)
    said = kernel(other, f"d.vote(service={place!r})")
    assert f"{STRANGER} is not among the lecturers of this service" in said
    assert phone.request.post(f"{place}rooms", data={}).status == 403
    other.context.close()
