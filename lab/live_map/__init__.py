"""`lab.map`: a knob plane that fills beside its dashboard, coarse to fine."""
