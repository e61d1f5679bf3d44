# A typo in an attribute of the program's own class.
#! error: unknown-attribute@11
class Config:
    def __init__(self):
        self.batch_size = 32
        self.epochs = 3


config = Config()
for epoch in range(config.epochs):
    print(epoch, config.batchsize)
