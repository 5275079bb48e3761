"""Words from a file as messages and pictures show them."""

#: Characters of a column's name, or of a cell in a message, that are shown.
SHOWN = 40


def shown(text):
    """Words from a file in one line of printable characters, not too long."""
    plain = "".join(c if c.isprintable() else " " for c in text)
    return " ".join(plain.split())[:SHOWN]


def quoted(value):
    """`value` as it is written in Python, cut where it is long."""
    text = repr(value)
    return text if len(text) <= SHOWN else text[: SHOWN - 3] + "..."


def counted(count, noun):
    """A count and its noun in words: 1 comment, 2 comments."""
    return f"{count} {noun}{'s' * (count != 1)}"
