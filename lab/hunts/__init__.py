"""The hunts of each lesson: settings to be found, judged by the run that they give."""
