"""What the refusal of a bad value must look like."""

from solvers import InputError


def refused(call):
    """The sentence with which `call` refuses, or None where it does not."""
    try:
        call()
    except InputError as error:
        text = str(error)
        assert text.endswith(".") and "\n" not in text and len(text) < 400, text
        return text
    return None
