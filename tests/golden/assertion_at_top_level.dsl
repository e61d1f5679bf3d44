# A failing assertion of Python values.
#! error: uncaught-exception@4
sizes = [3, 4]
assert len(sizes) == 3, "three sizes are needed"
