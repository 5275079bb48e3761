"""A user's file and pages without a kernel: those made from one show its words as words, and take
none that is dropped on them; a page of a bad file is refused in a sentence."""

import pytest
from sites import tiny_site

import lab
from solvers import InputError

ROWS = "".join(f"{1 + i % 7},{i * i % 11},{2 * (i % 7) - i * i % 11}\n" for i in range(40))
MARKUP = (
    "<img src=x onerror=window.hit=1>",
    "</script><script>window.hit=1</script>",
    "=HYPERLINK(window.hit=1)",
)
GOOD = "size,age,price\n" + ROWS
BAD = {
    "zero bytes": (GOOD.encode("utf-16-le"), "line 1 must be UTF-8 text"),
    "no text": (bytes(range(1, 256)), "must be UTF-8 text, got the byte 0x80"),
    "words": (GOOD.encode() + b"1,two,3\n", "line 42, column 2 (age) must be a finite number"),
    "ragged": (GOOD.encode() + b"1,2\n", "line 42 must have 3 columns"),
    "formula": (GOOD.encode() + b"=cmd|' /C calc'!A0,2,3\n", "column 1 (size) must be a finite"),
    "no number": (GOOD.encode() + b"1,2,NaN\n", "column 3 (price) must be a finite number"),
    "huge": (300_000_000, "must have at most 20 MB, got 300.0 MB"),
}
# Drops a file with unreadable bytes on the picture: [taken from the browser, the status].
DROP = """(size) => {
  const file = new File(['a,b\\n1,<img src=x onerror=window.hit=1>'], 'mine.csv');
  Object.defineProperty(file, 'size', { value: size });
  file.slice = file.text = file.arrayBuffer = () => { throw new Error('read'); };
  const data = new DataTransfer();
  data.items.add(file);
  const about = { dataTransfer: data, bubbles: true, cancelable: true };
  const taken = ['dragover', 'drop'].map((kind) => (
    !document.querySelector('.cl-plot').dispatchEvent(new DragEvent(kind, about))));
  return [taken, document.querySelector('.cl-status').textContent, window.hit ?? 0];
}"""


def page_of(path, folder, **more):
    vary = {"folds": [5]}
    return lab.page(
        "path", data="csv", file=str(path), vary=vary, jobs=1, progress=False, out=folder, **more
    )


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_file_is_a_sentence_and_no_page(tmp_path, kind):
    content, words = BAD[kind]
    with (tmp_path / "mine.csv").open("wb") as file:
        file.truncate(content) if isinstance(content, int) else file.write(content)
    with pytest.raises(InputError) as found:
        page_of(tmp_path / "mine.csv", tmp_path / "mine.html")
    reported = str(found.value)
    assert (
        words in reported
        and "\n" not in reported
        and reported.count(";") <= 1
        and len(reported) < 250
    )
    assert not (tmp_path / "mine.html").exists()


def test_names_of_columns_are_words_in_a_page(page, tmp_path):
    header = ",".join(f'"{words}"' for words in MARKUP)
    (tmp_path / "mine.csv").write_text(f"{header}\n{ROWS}", encoding="utf-8")
    page_of(tmp_path / "mine.csv", tmp_path / "mine.html", target="3", frame=-1)
    page.goto((tmp_path / "mine.html").as_uri())
    page.wait_for_selector("[data-painted]", timeout=60_000)
    spec = page.evaluate("JSON.stringify(document.querySelector('.cl-stage').convexlab.spec)")
    assert all(words in spec for words in MARKUP[:2])
    page.locator(".cl-tab").last.click()
    page.wait_for_timeout(200)
    assert page.evaluate("window.hit") is None and page.locator(".cl-page img").count() == 0


@pytest.mark.parametrize("size", [60, 300_000_000])
@pytest.mark.parametrize("place", ["page", "site"])
def test_a_dropped_file_is_not_read_and_the_picture_stays(page, tmp_path, place, size):
    path = tmp_path / "page.html"
    if place == "page":
        lab.page("lasso", vary={"lam": [0.2, 0.9]}, jobs=1, progress=False, out=path)
    else:
        path = tiny_site()[0].resolve() / "scenes" / "coordinate-descent-subgradient.html"
    page.goto(path.as_uri())
    page.wait_for_selector("[data-painted]", timeout=60_000)
    taken, reported, hit = page.evaluate(DROP, size)
    assert taken == [True, True] and hit == 0
    assert (
        reported.startswith("A page takes no file, because it has no kernel")
        and reported.count(".") == 1
    )
    slider = page.locator(".cl-knob .cl-range").first
    slider.focus()
    slider.press("Home")
    slider.press("End")
    page.wait_for_function("document.querySelector('.cl-status').textContent !== " + repr(reported))
