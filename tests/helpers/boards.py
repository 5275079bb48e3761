"""What a user does in a dashboard, until its picture is there."""


def click(board, **action):
    """A click or a stroke in a picture, as the browser sends it."""
    board.stage._received(None, {"kind": "click", **action}, [])
    board.wait(120)


def turn(board, **values):
    """Turns knobs one after the other."""
    for name, value in values.items():
        board.knobs[name].value = value
    board.wait(120)
