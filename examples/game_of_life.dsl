# Conway's Game of Life on a torus: a glider and a blinker, the neighbours counted by rolling the board.
import tensorflow as tf

SIZE = 10


@tf.function
def neighbours(board):
    total = tf.zeros_like(board)
    for dy in [-1, 0, 1]:
        for dx in [-1, 0, 1]:
            if dy != 0 or dx != 0:
                total += tf.roll(board, shift=[dy, dx], axis=[0, 1])
    return total


@tf.function
def evolve(board, generations):
    for _ in tf.range(generations):
        count = neighbours(board)
        alive = (count == 3) | ((board == 1) & (count == 2))
        board = tf.cast(alive, tf.int32)
    return board


def show(board):
    for row in board.numpy().tolist():
        print("".join("#" if cell else "." for cell in row))
    print()


cells = [(0, 1), (1, 2), (2, 0), (2, 1), (2, 2), (6, 5), (6, 6), (6, 7)]
board = tf.scatter_nd(tf.constant(cells), tf.ones([len(cells)], tf.int32), [SIZE, SIZE])
show(board)
for generations in [1, 3, 16]:
    board = evolve(board, tf.constant(generations))
    print(f"{generations} later, {int(tf.reduce_sum(board))} cells live:")
    show(board)
