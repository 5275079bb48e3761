"""What scenes of all lessons draw alike: shapes, level sets, the gap panel, numbers as text."""
