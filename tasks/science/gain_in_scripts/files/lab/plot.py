from report import line

GAIN = 2.5  # a copy that was forgotten


def points(series):
    return [(number, GAIN * volts, line(volts)) for number, volts in enumerate(series)]
