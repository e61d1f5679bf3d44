# A misspelt name in an f-string and a format spec that does not fit.
#! error: undefined-name@5
#! error: invalid-value@6
name = "model"
print(f"saved {nmae}")
print(f"{name:.2f}")
