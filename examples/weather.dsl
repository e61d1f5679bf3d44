# Four years of weather in Seattle: means, extremes, a correlation and the longest spells without rain.
import numpy as np
import tensorflow as tf

table = np.loadtxt("examples/data/seattle_weather.csv", delimiter=",", skiprows=1, usecols=(1, 2, 3, 4), dtype=np.float64)
days = tf.constant(table)
rain, highest, lowest, wind = days[:, 0], days[:, 1], days[:, 2], days[:, 3]
print("days:", days.shape[0])


@tf.function
def correlation(x, y):
    x = x - tf.reduce_mean(x)
    y = y - tf.reduce_mean(y)
    return tf.reduce_sum(x * y) / tf.sqrt(tf.reduce_sum(x * x) * tf.reduce_sum(y * y))


@tf.function
def longest_dry_spell(rain):
    longest = tf.constant(0)
    current = tf.constant(0)
    last_day = tf.constant(-1)
    for day in tf.range(tf.shape(rain)[0]):
        if rain[day] > 0.0:
            current = 0
        else:
            current += 1
        if current > longest:
            longest = current
            last_day = day
    return longest, last_day


begin = 0
print(f"{'year':>5}{'rain mm':>9}{'wet days':>9}{'mean':>7}{'max':>7}{'min':>7}{'dry spell':>10}")
for year in [2012, 2013, 2014, 2015]:
    length = 366 if year % 4 == 0 else 365
    part = slice(begin, begin + length)
    begin += length
    wet = int(tf.reduce_sum(tf.cast(rain[part] > 0.0, tf.int32)))
    mean = float(tf.reduce_mean((highest[part] + lowest[part]) / 2.0))
    spell, _ = longest_dry_spell(rain[part])
    print(f"{year:5d}{float(tf.reduce_sum(rain[part])):9.1f}{wet:9d}{mean:7.2f}"
          f"{float(tf.reduce_max(highest[part])):7.1f}{float(tf.reduce_min(lowest[part])):7.1f}{int(spell):10d}")

spell, last_day = longest_dry_spell(rain)
print(f"longest spell without rain: {int(spell)} days, up to day {int(last_day) + 1}")
print(f"correlation of rain and wind: {float(correlation(rain, wind)):.3f}")
ranked = tf.sort(highest)
for share in [0.05, 0.5, 0.95]:
    position = int(share * (days.shape[0] - 1))
    print(f"{share:4.0%} of the days are not warmer than {float(ranked[position]):.1f} degrees")
