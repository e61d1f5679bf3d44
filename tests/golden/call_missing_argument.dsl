# A call that misses an argument, of a method.
#! error: argument-mismatch@8
class Layer:
    def call(self, x, training):
        return x if training else x * 2


print(Layer().call(1))
