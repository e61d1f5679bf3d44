# A key that is not there.
#! error: missing-key@4
config = {"lr": 0.1, "steps": 100}
print(config["learning_rate"])
