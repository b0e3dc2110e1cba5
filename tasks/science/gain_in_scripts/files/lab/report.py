from amplify import GAIN, amplified


def line(volts):
    # the gain is printed, too
    return f"{amplified(volts):.3f} V at {GAIN}"
