"""Interior-point methods, one file each."""

#: The share of the way to the boundary that a step takes.
ETA = 0.995
#: Below this step the numbers have nothing more to give.
SHORTEST = 1e-10
#: A warm start is pushed this far off its bounds, towards the centre.
PUSH = 0.01
