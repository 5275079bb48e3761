"""Pages opened from a file, with the network off."""


def offline(page, path):
    """Open a file with every request but the file itself refused; returns what was asked for."""
    asked = []

    def refuse(route):
        asked.append(route.request.url)
        route.abort()

    page.route(lambda url: not url.startswith(("file:", "blob:", "data:")), refuse)
    page.goto(path.as_uri())
    page.wait_for_selector("[data-painted]", timeout=60_000)
    return asked
