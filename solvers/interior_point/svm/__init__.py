"""The algebra of interior-point methods for the support vector machine."""
