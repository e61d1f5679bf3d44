# except*.
#! error: unsupported-syntax@5
try:
    print(1)
except* ValueError:
    print(2)
