"""Steps of the lesson on programs to write oneself."""
