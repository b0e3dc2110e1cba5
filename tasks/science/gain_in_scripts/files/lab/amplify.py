GAIN = 2.5  # of the old amplifier


def amplified(volts):
    return GAIN * volts
