"""The lessons of the workbook, one package each, found by looking; a scene is a folder of its
lesson."""
